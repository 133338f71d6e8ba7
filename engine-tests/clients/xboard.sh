#!/usr/bin/env bash
# A real XBoard under Xvfb: matches in our games and against Fairy-Max that must end by rule and, at the same time, a
# hand that clicks positions and whole games (xboard_clicks.py). Takes two or three minutes.
# Usage: xboard.sh PATH/TO/lupa [GAMES]
# GAMES of each game are clicked (1), and matches have twice as many.
# Needs: xboard fairymax xvfb xdotool python3 (Debian's packages). Leaves its logs in a folder it names if it fails.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
lupa=$(realpath "${1:?usage: xboard.sh PATH/TO/lupa [GAMES]}")
games=${2:-1}
PATH=$PATH:/usr/games
work=$(mktemp -d)
export HOME=$work DISPLAY=
cd "$work"

fail() { echo "xboard.sh: $*; see $work" >&2; exit 1; }

# A screen each for the matches and for the hand that clicks: both run at once.
screens=()
hand=
trap 'kill $hand "${screens[@]}" 2>/dev/null || true' EXIT
for screen in matches clicks; do
  Xvfb -displayfd 3 -screen 0 1280x1024x24 3>"$screen.display" >"$screen.xvfb" 2>&1 &
  screens+=($!)
  for _ in $(seq 100); do [ -s "$screen.display" ] && break; sleep 0.1; done
done
DISPLAY=:$(cat clicks.display) python3 "$here/xboard_clicks.py" "$lupa" "$games" >clicks.out 2>&1 &
hand=$!
DISPLAY=:$(cat matches.display)
COMMON=(-debugMode true -saveSettingsOnExit false -animateMoving false -fd "$work" -depth 4)

# A match: both engines, the game, how many games. Every one must end by rule or agreement.
match() {
  local name=$1 first=$2 second=$3 variant=$4 games=$5
  shift 5
  timeout $((120 * games)) xboard "${COMMON[@]}" -fcp "$first" -scp "$second" -sd "$work" -variant "$variant" \
    -mg "$games" -tc 5 -inc 1 -matchPause 100 -popupExitMessage false -nameOfDebugFile "$name.debug" \
    -saveGameFile "$name.pgn" "$@" >"$name.log" 2>&1 || fail "the match $name broke off"
  local ended
  ended=$(grep -cE '^\{(Xboard adjudication: (Checkmate|Stalemate|repetition draw|50-move rule|Insufficient|Draw)|(White|Black) mates|Stalemate|Draw )' "$name.pgn" || true)
  [ "$ended" = "$games" ] || fail "$name: $ended of $games games ended by rule"
  if grep -qE 'Illegal|False (draw|win)|Forfeit|exited unexpectedly' "$name.debug"; then fail "$name: a forfeit"; fi
  echo "$name: $games games"
}

for variant in lecce ladorean latte fischerandom; do
  match "$variant" "$lupa" "$lupa" "$variant" $((2 * games)) -materialDraws false
done
match fairymax "$lupa" fairymax normal $((2 * games))
match fairymax-capablanca "$lupa" fairymax capablanca $((2 * games))

wait $hand || fail "a click went wrong: $(tail -1 clicks.out)"
cat clicks.out

cd /
rm -rf "$work"
echo "all passed"

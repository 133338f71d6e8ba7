#!/usr/bin/env bash
# A real XBoard under Xvfb: matches in our games and against Fairy-Max that must end by rule, and moves clicked on its
# board: castlings of every game, and Lecce's capture in passing each way. Takes two or three minutes.
# Usage: xboard.sh PATH/TO/lupa
# Needs: xboard fairymax xvfb xdotool python3 (Debian's packages). Leaves its logs in a folder it names if it fails.
set -euo pipefail
lupa=$(realpath "${1:?usage: xboard.sh PATH/TO/lupa}")
PATH=$PATH:/usr/games
work=$(mktemp -d)
export HOME=$work DISPLAY=
cd "$work"

fail() { echo "xboard.sh: $*; see $work" >&2; exit 1; }

Xvfb -displayfd 3 -screen 0 1280x1024x24 3>display >xvfb.log 2>&1 &
xvfb=$!
board=
trap 'kill $board $xvfb 2>/dev/null || true' EXIT
for _ in $(seq 100); do [ -s display ] && break; sleep 0.1; done
DISPLAY=:$(cat display)
COMMON=(-debugMode true -saveSettingsOnExit false -animateMoving false -fd "$work" -depth 4)

# A match: both engines, the game, how many games. Every one must end by rule or agreement.
match() {
  local name=$1 first=$2 second=$3 variant=$4 games=$5
  shift 5
  timeout 120 xboard "${COMMON[@]}" -fcp "$first" -scp "$second" -sd "$work" -variant "$variant" -mg "$games" \
    -tc 5 -inc 1 -matchPause 100 -popupExitMessage false -nameOfDebugFile "$name.debug" \
    -saveGameFile "$name.pgn" "$@" >"$name.log" 2>&1 || fail "the match $name broke off"
  local ended
  ended=$(grep -cE '^\{(Xboard adjudication: (Checkmate|Stalemate|repetition draw|50-move rule|Insufficient|Draw)|(White|Black) mates|Stalemate|Draw )' "$name.pgn" || true)
  [ "$ended" = "$games" ] || fail "$name: $ended of $games games ended by rule"
  if grep -qE 'Illegal|False (draw|win)|Forfeit|exited unexpectedly' "$name.debug"; then fail "$name: a forfeit"; fi
  echo "$name: $games games"
}

for variant in lecce ladorean latte fischerandom; do
  match "$variant" "$lupa" "$lupa" "$variant" 2 -materialDraws false
done
match fairymax "$lupa" fairymax normal 2
match fairymax-capablanca "$lupa" fairymax capablanca 2

# Between XBoard and the engine: the next game of its own begins at a position of ours.
cat >from.py <<'PYTHON'
import subprocess, sys, threading

lupa, fen = sys.argv[1], sys.argv[2]
engine = subprocess.Popen([lupa], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def relay():
    begun = False
    for line in engine.stdout:
        if line.startswith("setup ") and not begun:
            begun = True
            line = " ".join(line.split(" ", 3)[:3]) + " " + fen + "\n"
            engine.stdin.write("setboard " + fen + "\n")
            engine.stdin.flush()
        sys.stdout.write(line)
        sys.stdout.flush()


threading.Thread(target=relay, daemon=True).start()
for line in sys.stdin:
    engine.stdin.write(line)
    engine.stdin.flush()
engine.stdin.close()
engine.wait()
PYTHON

# Clicks squares, one after the other, on a board of so many ranks.
clicks() {
  local ranks=$1 window='' square before=0 HEIGHT=0
  shift
  # The window is there once it has the same size twice.
  for _ in $(seq 40); do
    window=$(xdotool search --onlyvisible --class Xboard 2>/dev/null | tail -1 || true)
    [ -z "$window" ] || eval "$(xdotool getwindowgeometry --shell "$window" 2>/dev/null | grep -E '^HEIGHT=[0-9]+$' || true)"
    if [ "$HEIGHT" -gt 200 ] && [ "$HEIGHT" = "$before" ]; then break; fi
    before=$HEIGHT
    sleep 0.25
  done
  local size=$(((HEIGHT - 90) / ranks))
  for square in "$@"; do
    local file=$(($(printf '%d' "'${square:0:1}") - 97)) rank=${square:1}
    xdotool mousemove $((3 + size * file + size / 2)) $((88 + size * (ranks - rank) + size / 2)) || return 0
    sleep 0.3
    xdotool click 1 || return 0
    sleep 0.7
  done
}

# Whether lines stand in a log, in order.
in_order() {
  local log=$1 from=1 expected line
  shift
  for expected in "$@"; do
    line=$(tail -n +"$from" "$log" | grep -nF -- "$expected" | head -1 | cut -d: -f1 || true)
    if [ -z "$line" ]; then echo "\"$expected\" is not in XBoard's log"; return 1; fi
    from=$((from + line - 1))
  done
}

# A game from a position: the squares a user clicks, then `--`, then the lines that must stand in XBoard's log. On a busy
# machine a click may come before the window listens: three attempts.
user() {
  local name=$1 variant=$2 fen=$3 squares=() more=() missing=''
  shift 3
  while [ "$1" != "--" ]; do squares+=("$1"); shift; done
  shift
  [ -z "${OPTIONS:-}" ] || more=(-firstOptions "$OPTIONS")
  for attempt in 1 2 3; do
    rm -f "$name.debug"
    xboard "${COMMON[@]}" -fcp "python3 $work/from.py $lupa '$fen'" -variant "$variant" -size 49 \
      -popupMoveErrors true -nameOfDebugFile "$name.debug" "${more[@]}" >"$name.log" 2>&1 &
    board=$!
    for _ in $(seq 100); do grep -q 'pong 1' "$name.debug" 2>/dev/null && break; sleep 0.1; done
    sleep 1
    clicks 8 "${squares[@]}"
    sleep 2
    kill $board 2>/dev/null || true
    wait $board 2>/dev/null || true
    board=
    if missing=$(in_order "$name.debug" "$@"); then
      echo "$name: as it should be"
      return
    fi
    echo "$name: attempt $attempt: $missing"
  done
  fail "$name: $missing"
}

user lecce-short lecce "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1" c1 d1 -- "c1d1" "<first : move"
user lecce-long lecce "r1kr/b1lb/1ppp/p3/1P2/P1PP/B1LB/R1KR w KQkq - 0 1" c1 a1 b1 -- "c1b1,a1c1" "<first : move"
# The check from d6 leaves Black nothing but the double step.
user lecce-user-takes lecce "4/2B1/Lp2/4/2P1/k3/2K1/1L2 w - - 0 1" c7 d6 c4 b4 b5 \
  -- "c7d6" "move b6b4" "highlight 4/4/4/2Y1/1C2/4/4/4" "highlight 4/4/4/1Y2/4/4/4/4" "c4b4,b4b5" "1-0"
# XBoard calls a position stalemate where it sees no move, and it does not see this capture: Black has another.
user lecce-engine-takes lecce "k3/4/1K1B/p3/L2p/1P2/4/4 w - - 0 1" b3 b5 d6 c5 \
  -- "b3b5" "piece p fmWfcFifmnDscaW" "move a5b5," "move b5b4" "piece p fmWfcFifmnD" "d6c5" "<first : move"
user ladorean ladorean "r3k4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3K4R w KQkq - 0 1" e1 b1 -- "e1b1" "<first : move"
user ladorean-attacked ladorean "r3k5/ppppp4p/10/10/10/6r3/PPPP4PP/R3K4R w KQ - 0 1" e1 i1 \
  -- "highlight 10/10/10/10/10/10/4YY4/1YYY1Y4" "Illegal move: e1i1"
user latte latte "rrnqk2r/nbbppp1n/ppp3pp/8/8/PPP3PP/NBBPPP1N/RRNQK2R w KQkq - 0 1" e1 g1 -- "e1g1" "<first : move"
OPTIONS="ResyncCastling=1" user luft latte-luft \
  "rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP2PPP/NBBPPB1N/RRNQK1RR w KQkq - 0 1" e1 g1 a3 a4 \
  -- "highlight 8/8/8/8/8/8/8/5YY1" "e1g1" "<first : setboard" "<first : setup" "a3a4" "<first : move"

cd /
rm -rf "$work"
echo "all passed"

#!/usr/bin/env bash
# Self-play and a match spread over processes by GNU parallel, and put together again: the same games as in one process.
# Usage: parallel.sh LUPA
set -euo pipefail
lupa=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "parallel.sh: $*" >&2; exit 1; }

selfplay() { "$lupa" selfplay --variant lecce --games 12 --nodes 200 --seed 5 "$@"; }
selfplay --out whole.data > /dev/null
parallel "$lupa" selfplay --variant lecce --games 12 --nodes 200 --seed 5 --shard {}/3 --out part{}.data ::: 1 2 3 > /dev/null
"$lupa" selfplay merge --out joined.data part1.data part2.data part3.data
[ "$(stat -c %s whole.data)" = "$(stat -c %s joined.data)" ] || fail "the shares hold other games than the whole"
diff <("$lupa" selfplay stats whole.data) <("$lupa" selfplay stats joined.data) || fail "the shares hold other positions"

play=("$lupa" match --engine "name=A,cmd=$lupa,nodes=300" --engine "name=B,cmd=$lupa,nodes=300"
  --variant lecce --games 12)
"${play[@]}" --pgn whole.pgn > /dev/null
parallel "${play[@]@Q}" --shard {}/3 --pgn part{}.pgn ::: 1 2 3 > /dev/null
"$lupa" match merge --out joined.pgn part1.pgn part2.pgn part3.pgn | tee merged.txt
grep -q '^12 games; 0 were found twice' merged.txt || fail "the match is not whole"
[ "$(grep -c '^\[Round' joined.pgn)" = 12 ] || fail "the joined file has other games"
echo "parallel.sh: well"

"""Plays whole games over UCI through python-chess, which judges every move.

Usage: python_chess_uci.py PATH/TO/lupa
Exit status 1 and one line if a game breaks off; python-chess raises on an illegal or missing move.
"""

import sys

import chess
import chess.engine

LATTE = "rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP2PPP/NBBPPBBN/RRNQKNRR w KQkq - 0 1"
LIMIT = chess.engine.Limit(time=0.01)
MOST_PLIES = 400


def boards():
    """The games to play: a name and the board each starts from."""
    for number in range(2):
        yield f"chess {number}", chess.Board()
    for start in (0, 123, 518, 692, 959):
        yield f"chess960 start {start}", chess.Board.from_chess960_pos(start)
    for number in range(2):
        yield f"latte {number}", chess.Board(LATTE)


def play(engine, name, board):
    """One game of the engine against itself, to its end by rule or to the ply limit."""
    castlings = 0
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < MOST_PLIES:
        result = engine.play(board, LIMIT, game=name, info=chess.engine.INFO_ALL)
        if result.move is None or result.move not in board.legal_moves:
            sys.exit(f"{name}: {result.move} in {board.fen()}")
        if "score" not in result.info:
            sys.exit(f"{name}: no score before {result.move} in {board.fen()}")
        castlings += board.is_castling(result.move)
        board.push(result.move)
    outcome = board.outcome(claim_draw=True)
    ending = outcome.termination.name.lower() if outcome else "ply limit"
    print(f"{name}: {len(board.move_stack)} plies, {castlings} castlings, {ending}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    played = 0
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
        for name, board in boards():
            play(engine, name, board)
            played += 1
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=3)
        if len(lines) != 3:
            sys.exit(f"three lines asked for, {len(lines)} given")
    print(f"{played} passed, 0 failed")


if __name__ == "__main__":
    main()

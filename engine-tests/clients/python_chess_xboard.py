"""Plays whole games over CECP through python-chess, which judges every move, and analyses a position.

Usage: python_chess_xboard.py PATH/TO/lupa
Exit status 1 and one line if something breaks off; python-chess raises on an illegal or missing move, on every error
line and on every line it does not expect.
"""

import logging
import sys

import chess
import chess.engine

LATTE = "rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP2PPP/NBBPPBBN/RRNQKNRR w KQkq - 0 1"
LIMITS = [
    chess.engine.Limit(time=0.01),
    chess.engine.Limit(depth=3),
    chess.engine.Limit(white_clock=1.0, black_clock=0.5, white_inc=0.01, black_inc=0.02),
    chess.engine.Limit(white_clock=2.0, black_clock=2.0, remaining_moves=20),
    chess.engine.Limit(nodes=500),
]
MOST_PLIES = 400


class Strict(logging.Handler):
    """Remembers what python-chess complains about."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.complaints = []

    def emit(self, record):
        # It wants to kill engines that ask not to be, and asks for a status line that it does not know.
        message = record.getMessage()
        if "Rejecting feature sigterm=0" not in message and "'stat01: " not in message:
            self.complaints.append(message)


def boards():
    """The games to play: a name and the board each starts from."""
    for number in range(2):
        yield f"chess {number}", chess.Board()
    for start in (0, 518, 692, 959):
        yield f"chess960 start {start}", chess.Board.from_chess960_pos(start)
    for number in range(2):
        yield f"latte {number}", chess.Board(LATTE)


def play(engine, name, board, limit):
    """One game of the engine against itself, to its end by rule or to the ply limit."""
    castlings = 0
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < MOST_PLIES:
        result = engine.play(board, limit, game=name, info=chess.engine.INFO_ALL, ponder=len(board.move_stack) % 3 == 2)
        if result.move is None or result.move not in board.legal_moves:
            sys.exit(f"{name}: {result.move} in {board.fen()}")
        if "score" not in result.info:
            sys.exit(f"{name}: no score before {result.move} in {board.fen()}")
        castlings += board.is_castling(result.move)
        board.push(result.move)
    outcome = board.outcome(claim_draw=True)
    ending = outcome.termination.name.lower() if outcome else "ply limit"
    print(f"{name}: {len(board.move_stack)} plies, {castlings} castlings, {ending}")


def analyse(engine):
    """Analyses: to a depth, among chosen moves, of a mate in two and of a position in which all is over."""
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=6))
    if info["depth"] < 6 or not info["pv"]:
        sys.exit(f"analysis: {info}")
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), root_moves=only)
    if info["pv"][0] not in only:
        sys.exit(f"analysis among chosen moves: {info['pv']}")
    info = engine.analyse(chess.Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), chess.engine.Limit(depth=6))
    if info["score"].white() != chess.engine.Mate(1):
        sys.exit(f"analysis of a mate: {info['score']}")
    mated = engine.analyse(chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), chess.engine.Limit(time=0.2))
    if mated.get("score", chess.engine.PovScore(chess.engine.Cp(0), chess.BLACK)).white() != chess.engine.MateGiven:
        sys.exit(f"analysis of a mated king: {mated}")
    print("analyses: 4")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    strict = Strict()
    logging.getLogger("chess.engine").addHandler(strict)
    played = 0
    with chess.engine.SimpleEngine.popen_xboard(sys.argv[1]) as engine:
        engine.configure({"memory": 8, "MoveOverhead": 5, "ClearHash": None})
        for name, board in boards():
            play(engine, name, board, LIMITS[played % len(LIMITS)])
            played += 1
        analyse(engine)
    if strict.complaints:
        sys.exit(f"python-chess complains: {strict.complaints[0]}")
    print(f"{played} passed, 0 failed")


if __name__ == "__main__":
    main()

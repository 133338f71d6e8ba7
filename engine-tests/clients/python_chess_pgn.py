"""Has Lupa play matches of chess and Chess960 and reads their PGN with python-chess.

Usage: python_chess_pgn.py PATH/TO/lupa
Both must agree on every game's result and, through `lupa show`, on its final position.
"""

import pathlib
import subprocess
import sys
import tempfile

import chess
import chess.pgn

GAMES = 4
CHESS960_STARTS = (7, 312, 518, 901)


def run(lupa, *arguments):
    """What the program says; an error is the end."""
    done = subprocess.run([lupa, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"lupa {' '.join(arguments)}: {done.stderr or done.stdout}")
    return done.stdout


def match(lupa, variant, folder, starts):
    """Plays a short match and yields its games as python-chess reads them."""
    openings = folder / f"{variant}.epd"
    openings.write_text("".join(f"{fen}\n" for fen in starts))
    pgn = folder / f"{variant}.pgn"
    engines = [f"name={name},cmd={lupa},option.Hash=4" for name in "AB"]
    run(
        lupa, "match", "--engine", engines[0], "--engine", engines[1], "--variant", variant,
        "--nodes", "500", "--games", str(GAMES), "--openings", str(openings), "--pgn", str(pgn),
    )  # fmt: skip
    with pgn.open() as text:
        while game := chess.pgn.read_game(text):
            if game.errors:
                sys.exit(f"{variant}: {game.errors[0]}")
            yield game


def agree(lupa, variant, game):
    """Whether both programs stand at the same position after the game's last move."""
    board = game.board()
    fen = board.fen()
    moves = []
    for move in game.mainline_moves():
        moves.append(board.san(move))
        board.push(move)
    shown = run(lupa, "show", "--variant", variant, "--fen", fen, "--moves", *moves).split("\n")
    ours = [line.strip() for line in shown if line.count("/") >= 7][-1]
    theirs = board.fen(en_passant="legal")
    if ours != theirs:
        sys.exit(f"{variant}: '{ours}' is not '{theirs}'")
    outcome = board.outcome(claim_draw=True)
    if outcome and outcome.result() != game.headers["Result"]:
        sys.exit(f"{variant}: {game.headers['Result']} is not {outcome.result()}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lupa = str(pathlib.Path(sys.argv[1]).resolve())
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shuffled = [chess.Board.from_chess960_pos(number).fen() for number in CHESS960_STARTS]
        for variant, starts in (("chess", [chess.STARTING_FEN]), ("chess960", shuffled)):
            for game in match(lupa, variant, folder, starts):
                agree(lupa, variant, game)
                compared += 1
    if compared != 2 * GAMES:
        sys.exit(f"{compared} games were read, {2 * GAMES} were played")
    print(f"{compared} passed, 0 failed")


if __name__ == "__main__":
    main()

"""A hand at a real XBoard: clicks whole games and single positions on its board, and reads in its log what came of it.

Usage: xboard_clicks.py PATH/TO/lupa [GAMES]
Needs a display of 1280x1024 (DISPLAY), xboard and xdotool. First positions: castlings of every game, captures in
passing. Then whole games, White's moves by clicks against a shallow Lupa, from the start to an end by rule, in chess,
Chess960, Latte, Ladorean and Lecce's Chess: GAMES of each (1). White's moves are another Lupa's, but it castles as soon
as it may, and takes in passing in Lecce's Chess.
In the environment, ONLY is a pattern of names of what to play, SHOTS a folder for a picture of every end (made by
ImageMagick's import).
Exit status 1 and one line if something is not as it should be; the logs are in the folder it was started in.
"""

import os
import re
import subprocess
import sys
import threading
import time

SIZE = 49
LEFT, TOP, BORDER = 3, 88, 90
PATIENCE = 20
MOST_MOVES = 150

# Name, game, position, clicks, and what must then stand in XBoard's log, in order.
CHESS = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
CHESS960 = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"
LADOREAN = "r3k4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3K4R w KQkq - 0 1"
LATTE = "rrnqk2r/nbbppp1n/ppp3pp/8/8/PPP3PP/NBBPPP1N/RRNQK2R w KQkq - 0 1"
LATTE_LONG = "r3knrr/n1bppbbn/1pp2ppp/8/8/1PP2PPP/N1BPPBBN/R3KNRR w KQkq - 0 1"
LUFT = "rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP2PPP/NBBPPB1N/RRNQK1RR w KQkq - 0 1"
MOVE = "<first : move"
# How the engine answers a move.
ANSWER = r"<first : (move (\S+[^,\s])\n|1-0 .*|0-1 .*|1/2-1/2 .*|setup .*|Illegal.*|tellusererror.*)"
POSITIONS = [
    ("chess-short", "normal", CHESS, "e1 g1", [">first : e1g1", MOVE]),
    ("chess-long", "normal", CHESS, "e1 c1", [">first : e1c1", MOVE]),
    ("chess960-short", "fischerandom", CHESS960, "e1 g1", [">first : O-O\n", MOVE]),
    ("chess960-long", "fischerandom", CHESS960, "e1 b1", [">first : O-O-O\n", MOVE]),
    ("latte-short", "latte", LATTE, "e1 g1", [">first : e1g1", MOVE]),
    ("latte-long", "latte", LATTE_LONG, "e1 c1", [">first : e1c1", MOVE]),
    ("ladorean-b1", "ladorean", LADOREAN, "e1 b1", [">first : e1b1", MOVE]),
    ("ladorean-c1", "ladorean", LADOREAN, "e1 c1", [">first : e1c1", MOVE]),
    ("ladorean-g1", "ladorean", LADOREAN, "e1 g1", [">first : e1g1", MOVE]),
    ("ladorean-h1", "ladorean", LADOREAN, "e1 h1", [">first : e1h1", MOVE]),
    ("ladorean-i1", "ladorean", LADOREAN, "e1 i1", [">first : e1i1", MOVE]),
    (
        "ladorean-attacked",
        "ladorean",
        "r3k5/ppppp4p/10/10/10/6r3/PPPP4PP/R3K4R w KQ - 0 1",
        "e1 i1",
        ["highlight 10/10/10/10/10/10/4YY4/1YYY1Y4", "Illegal move: e1i1"],
    ),
    ("lecce-short", "lecce", "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1", "c1 d1", [">first : c1d1", MOVE]),
    ("lecce-long", "lecce", "r1kr/b1lb/1ppp/p3/1P2/P1PP/B1LB/R1KR w KQkq - 0 1", "c1 a1 b1", ["c1b1,a1c1", MOVE]),
    # The check from d6 leaves Black nothing but the double step.
    (
        "lecce-user-takes",
        "lecce",
        "4/2B1/Lp2/4/2P1/k3/2K1/1L2 w - - 0 1",
        "c7 d6 c4 b4 b5",
        [
            "c7d6",
            "move b6b4",
            "highlight 4/4/4/2Y1/1C2/4/4/4",
            "highlight 4/4/4/1Y2/4/4/4/4",
            "c4b4,b4b5",
            "1-0",
        ],
    ),
    # XBoard calls a position stalemate where it sees no move, and it does not see this capture: Black has another.
    (
        "lecce-engine-takes",
        "lecce",
        "k3/4/1K1B/p3/L2p/1P2/4/4 w - - 0 1",
        "b3 b5 d6 c5",
        [
            "b3b5",
            "piece p fmWfcFifmnDscaW",
            "move a5b5,",
            "move b5b4",
            "piece p fmWfcFifmnD",
            "d6c5",
            MOVE,
        ],
    ),
    (
        "luft",
        "latte-luft",
        LUFT,
        "e1 g1 a3 a4",
        [
            "highlight 8/8/8/8/8/8/8/5YY1",
            "e1g1",
            "<first : setboard",
            "<first : setup",
            "a3a4",
            MOVE,
        ],
    ),
]

# White's castlings as XBoard writes them, the squares to click, and moves that make room.
CASTLINGS = {
    "normal": {"e1g1": ("e1 g1", "g1f3 g2g3 f1g2"), "e1c1": ("e1 c1", "d2d4 b1c3 c1f4 d1d3")},
    "fischerandom": {"O-O": ("", ""), "O-O-O": ("", "")},
    "latte": {
        "e1g1": ("e1 g1", "f1e3 f3f4 g2f3 g1g2"),
        "e1c1": ("e1 c1", "c1d3 d3e5 d2d4 d1d3 c3c4 b2c3 b1b2"),
    },
    "ladorean": {
        "e1h1": ("e1 h1", "f1g3 g1f3 h1i3 h2h4 i1h2"),
        "e1c1": ("e1 c1", "c2c4 d1c3 b1c2 d2d3 c1d2"),
        "e1b1": ("e1 b1", ""),
        "e1g1": ("e1 g1", ""),
        "e1i1": ("e1 i1", ""),
    },
    "lecce": {"c1d1": ("c1 d1", ""), "c1b1,a1c1": ("c1 a1 b1", "b2b4 b1b2")},
}


class Wrong(Exception):
    """What is not as it should be."""


class Board:
    """An XBoard of our own, White's men in our hand."""

    def __init__(self, name, engine, arguments):
        self.log = f"{name}.debug"
        if os.path.exists(self.log):
            os.remove(self.log)
        self.child = subprocess.Popen(
            ["xboard", "-debugMode", "true", "-saveSettingsOnExit", "false", "-animateMoving", "false"]
            + ["-popupMoveErrors", "true", "-popupExitMessage", "false", "-size", str(SIZE)]
            + ["-nameOfDebugFile", self.log, "-fcp", engine, "-fd", os.getcwd()]
            + arguments,
            stdout=open(f"{name}.log", "w"),
            stderr=subprocess.STDOUT,
        )
        self.wait("<first : pong 1")
        self.height = self.window()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.terminate()
        self.child.wait()

    def said(self):
        try:
            with open(self.log, encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def wait(self, *patterns, after=0, patience=PATIENCE):
        """The first match of any of the patterns behind a place in the log."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            found = re.compile("|".join(patterns)).search(self.said(), after)
            # What stands at the log's end may not be written to its end.
            if found and "\n" in self.said()[found.end() - 1 :]:
                return found
            if self.child.poll() is not None:
                raise Wrong("XBoard has ended")
            time.sleep(0.02)
        raise Wrong(f"XBoard's log has no \"{' or '.join(patterns)}\"")

    def window(self):
        """The height of the board's window, once it has the same twice."""
        before = 0
        for _ in range(80):
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--class", "Xboard"], capture_output=True, text=True
            ).stdout.split()
            shape = subprocess.run(
                ["xdotool", "getwindowgeometry", "--shell", found[-1] if found else "0"], capture_output=True, text=True
            ).stdout
            height = re.search(r"HEIGHT=(\d+)", shape)
            height = int(height[1]) if height else 0
            if height > 200 and height == before:
                return height
            before = height
            time.sleep(0.1)
        raise Wrong("no window")

    def click(self, square):
        """Clicks a square until XBoard says something about it; at first its window may not listen."""
        size = (self.height - BORDER) // 8
        x = LEFT + size * (ord(square[0]) - ord("a")) + size // 2
        y = TOP + size * (8 - int(square[1])) + size // 2
        for _ in range(3):
            before = len(self.said())
            subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)
            try:
                self.wait(r">first : (lift|put|usermove|setboard)", after=before, patience=2)
                return
            except Wrong as wrong:
                reason = wrong
        raise Wrong(f"{square} clicked: {reason}")


def position(lupa, name, game, fen, squares, expected):
    """Clicks in one position. XBoard is given it through the engine where the game is the engine's own."""
    if game in ("normal", "fischerandom"):
        with open(f"{name}.fen", "w") as file:
            file.write(fen + "\n")
        engine, more = lupa, ["-lpf", f"{name}.fen"]
    else:
        engine, more = f"{sys.executable} {os.path.realpath(__file__)} relay {lupa} '{fen}'", []
    if game.startswith("latte-"):
        more = ["-firstOptions", "ResyncCastling=1"]
    with Board(name, engine, ["-variant", game, "-depth", "4"] + more) as board:
        if "-lpf" in more:
            board.wait(">first : setboard")
        place = 0
        for square in squares.split():
            board.click(square)
            sent = re.compile(r"usermove \d+ >first : \S+\n").search(board.said(), place)
            if sent:
                place = board.wait(ANSWER, after=sent.end()).end()
        place = 0
        for text in expected:
            place = board.wait(re.escape(text), after=place, patience=5).start()
    print(f"{name}: as it should be", flush=True)


def relay(lupa, fen):
    """Stands between XBoard and the engine: the next game of its own begins at a position of ours."""
    engine = subprocess.Popen([lupa], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def answers():
        begun = False
        for line in engine.stdout:
            if line.startswith("setup ") and not begun:
                begun = True
                line = " ".join(line.split(" ", 3)[:3]) + f" {fen}\n"
                engine.stdin.write(f"setboard {fen}\n")
            sys.stdout.write(line)
            sys.stdout.flush()

    threading.Thread(target=answers, daemon=True).start()
    for line in sys.stdin:
        engine.stdin.write(line)
    engine.stdin.close()
    engine.wait()


class Adviser:
    """Another Lupa, which knows what is legal and what is good."""

    def __init__(self, lupa, game, start):
        self.child = subprocess.Popen([lupa], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("xboard", "protover 2", "new", f"variant {game}", "force", *start, "sd 10")

    def ask(self, *lines):
        for line in lines + ("ping 1",):
            self.child.stdin.write(line + "\n")
        answers = []
        for line in self.child.stdout:
            if line == "pong 1\n":
                return answers
            answers.append(line.rstrip("\n"))
        raise Wrong("the adviser has ended")

    def plays(self, text):
        """Whether a move is legal, which is then played."""
        return not any(line.startswith("Illegal") for line in self.ask(f"usermove {text}"))

    def move(self):
        """Finds a move and plays it; none if the game is over."""
        moves = [line.split()[1] for line in self.ask("go") if line.startswith("move ")]
        self.ask("force")
        # A lower promotion would have to be chosen by sweeping.
        if moves and moves[-1][4:] in "rbnlcm" and len(moves[-1]) == 5:
            self.ask("undo")
            moves[-1] = moves[-1][:4] + "q"
            if not self.plays(moves[-1]):
                raise Wrong(f"{moves[-1]} is illegal")
        return "".join(moves)

    def hears(self, text):
        """Takes Black's move. Returns the result if that ends the game: a player says so, a watcher does not."""
        said = self.ask("playother", f"usermove {text}", "force")
        if any(line.startswith("Illegal") for line in said):
            raise Wrong(f"{text} is illegal")
        # It may have answered before it was told not to.
        if any(line.startswith("move ") for line in said):
            self.ask("undo")
            return ""
        return next((line for line in said if line[:3] in ("1-0", "0-1", "1/2")), "")

    def rank(self):
        """White's back rank, a letter or a dot a square."""
        fen = next(line for line in self.ask("d") if line.startswith("# Fen: "))
        row = fen.split()[2].split("/")[-1]
        return re.sub(r"\d+", lambda gap: "." * int(gap[0]), row)

    def close(self):
        self.child.stdin.close()
        self.child.wait()


def squares_of(game, text, rank):
    """What to click for a move as XBoard writes it."""
    if game == "fischerandom" and text.startswith("O-O"):
        rook = rank.rindex("R") if text == "O-O" else rank.index("R")
        return [f"{chr(97 + file)}1" for file in (rank.index("K"), rook)]
    if text in CASTLINGS[game]:
        return CASTLINGS[game][text][0].split()
    if "," in text:
        first, second = text.split(",")
        # A capture in passing: pawn, victim, the square behind.
        return [first[:2], first[2:4], second[2:4]]
    return [text[:2], text[2:4]]


def passing(game, answer):
    """In Lecce's Chess, how to take a double step in passing or, after a single one, to offer one to be taken."""
    if game != "lecce" or not re.fullmatch(r"([a-d])6\1[45]", answer):
        return []
    to, rank = answer[2:]
    beside = [file for file in "abcd" if abs(ord(file) - ord(to)) == 1]
    return [f"{file}4{to}4,{to}4{to}5" if rank == "4" else f"{file}3{file}5" for file in beside]


def whole_game(lupa, number, game):
    """A game to its end by rule. Returns what was seen."""
    name = f"game-{game}-{number}"
    preferred = list(CASTLINGS[game])[number % 2 :][:1]
    room = CASTLINGS[game][preferred[0]][1].split()
    more = ["-variant", game, "-depth", "1", "-materialDraws", "false", "-sweepPromotions", "true"]
    with Board(name, lupa, more) as board:
        start = re.findall(r">first : (setboard .*)", board.said()) if game == "fischerandom" else []
        adviser = Adviser(lupa, game, start[-1:])
        castled, passed, taken, moves, place, answer = "", 0, 0, 0, 0, ""
        while True:
            rank = adviser.rank()
            if moves == 12:
                preferred = list(CASTLINGS[game])
            text = "" if castled else next((text for text in preferred if adviser.plays(text)), "")
            castled = castled or text
            text = text or next(filter(adviser.plays, passing(game, answer)), "")
            while not text and room:
                text = next(filter(adviser.plays, [room.pop(0)]), "")
            text = text or adviser.move()
            if not text:
                raise Wrong(f"{name}: the game is over and nobody says so")
            place = len(board.said())
            for square in squares_of(game, text, rank):
                board.click(square)
            sent = board.wait(r"usermove \d+ >first : (\S+)", after=place)[1]
            if sent != text:
                raise Wrong(f"{name}: {text} was clicked and {sent} sent")
            passed += "," in text and text not in CASTLINGS[game]
            moves += 1
            found = board.wait(ANSWER, after=place)
            if not found[2]:
                result = found[1]
                break
            answer = "".join(re.findall(r"<first : move (\S+)", board.said()[place : found.end()]))
            taken += "," in answer and answer != "c8b8,a8c8"
            result = adviser.hears(answer)
            if result:
                board.wait(f"<first : {re.escape(result)}", after=found.end() - 1)
                break
            if moves == MOST_MOVES:
                raise Wrong(f"{name}: no end after {moves} moves")
        adviser.close()
        board.wait(r">first : result " + re.escape(result.split()[0]), after=place)
        if os.environ.get("SHOTS"):
            time.sleep(0.5)
            subprocess.run(["import", "-window", "root", f"{os.environ['SHOTS']}/{name}.png"], check=True)
    wrong = re.search(r"Illegal.*|False .*|tellusererror.*|Forfeit.*", board.said())
    if wrong:
        raise Wrong(f"{name}: {wrong[0]}")
    if not re.match(r"(1-0|0-1) \{(White|Black) mates\}|1/2-1/2 \{", result):
        raise Wrong(f"{name}: {result}")
    print(f"{name}: {moves} moves, castled {castled or 'never'}, in passing {passed}+{taken}, {result}", flush=True)


def main():
    if sys.argv[1:2] == ["relay"]:
        relay(*sys.argv[2:4])
        return
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    lupa, games = os.path.realpath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 1
    only = os.environ.get("ONLY", "")
    try:
        for one in POSITIONS:
            if re.search(only, one[0]):
                position(lupa, *one)
        for number in range(games):
            for game in CASTLINGS:
                if re.search(only, f"game-{game}"):
                    whole_game(lupa, number, game)
    except Wrong as wrong:
        sys.exit(f"xboard_clicks.py: {wrong}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares the moves of a level with those of people: mistakes by kind, loss, castling, openings.

The input is PGN: games of people with their ratings, or games of the engine against itself. Each
position of the first moves is searched at full strength. Prints one row per figure, one column per
file, as a Markdown table. docs/strength.md has the result.

    pip install chess
    scripts/compare_levels.py people.pgn --rating 1400 1600 --engine target/release/brudno
    scripts/compare_levels.py level-1500.pgn --engine target/release/brudno
"""

import argparse
import collections

import chess
import chess.engine
import chess.pgn

# Scores beyond this count as it, centipawns.
DECIDED = 1000
# Moves are judged in positions within this score, centipawns.
OPEN = 600
# Loss of a blunder: a piece, centipawns.
BLUNDER = 250
# Value of a tactic's gain: a piece or the exchange, pawns.
TACTIC = 2
# Plies of the opening, and most pieces besides pawns and kings in an ending.
OPENING_PHASE, ENDING_PIECES = 24, 6
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
# Games are compared by their first plies.
OPENING_PLIES = 6
# Castling is counted in games of at least this many plies.
CASTLING_PLIES = 40


class Figures:
    """Counts of one column."""

    def __init__(self):
        self.games, self.moves, self.loss = 0, 0, 0
        self.count = collections.Counter()
        self.openings = set()

    def rows(self):
        """Yields the name and the value of each row."""
        share = lambda count, of: f"{100 * count / of:.1f}" if of else "-"
        of_moves = lambda name: f"{100 * self.count[name] / max(self.moves, 1):.2f}"
        yield "games", str(self.games)
        yield "moves", str(self.moves)
        yield "average centipawn loss", f"{self.loss / max(self.moves, 1):.0f}"
        yield "moves that lose a pawn or more, %", of_moves("pawn")
        yield "moves that lose 2.5 pawns or more, %", of_moves("blunder")
        yield "... queen moves into a capture, %", of_moves("into queen")
        yield "... the queen is lost otherwise, %", of_moves("left queen")
        yield "... another piece moves into a capture, %", of_moves("into other")
        yield "... another piece is lost otherwise, %", of_moves("left other")
        yield "... the reply does not capture, %", of_moves("quiet")
        yield "... allow a tactic of two moves, %", of_moves("allowed tactic")
        yield "... miss a tactic of two moves, %", of_moves("missed tactic")
        for phase in ["opening", "middlegame", "ending"]:
            value = share(self.count[f"blunder {phase}"], self.count[phase])
            yield f"blunders per move in the {phase}, %", value
        for first in ["e4", "d4"]:
            yield f"first move {first}, %", share(self.count[first], self.count["first"])
        yield f"different first {OPENING_PLIES} plies, % of the games", share(
            len(self.openings), self.games
        )
        yield "side castles, %", share(self.count["castled"], self.count["may castle"])
        yield "mates in one played, %", share(self.count["mates"], self.count["mate in one"])
        yield "mates in one", str(self.count["mate in one"])


def kind(board, move, reply):
    """Returns the name of the row of a blunder. `board` is the position after the move."""
    if reply is None or not board.is_capture(reply):
        return "quiet"
    victim = board.piece_type_at(reply.to_square)
    how = "into" if reply.to_square == move.to_square else "left"
    return f"{how} {'queen' if victim == chess.QUEEN else 'other'}"


def phase(board):
    """Returns the phase of a position."""
    if board.ply() < OPENING_PHASE:
        return "opening"
    pieces = board.occupied & ~board.pawns & ~board.kings
    return "ending" if chess.popcount(pieces) <= ENDING_PIECES else "middlegame"


def is_tactic(board, line):
    """Returns true if a line wins material with its second move, after a first one that takes
    nothing.
    """
    if len(line) < 3 or board.is_capture(line[0]):
        return False
    board, gain = board.copy(stack=False), 0
    for ply, move in enumerate(line[:4]):
        if board.is_capture(move):
            value = VALUES.get(board.piece_type_at(move.to_square), 1)
            gain += value if ply % 2 == 0 else -value
        board.push(move)
    return gain >= TACTIC


class Judge:
    """Searches positions at full strength."""

    def __init__(self, command, nodes):
        self.engine = chess.engine.SimpleEngine.popen_uci(command)
        self.limit = chess.engine.Limit(nodes=nodes)

    def best(self, board, game):
        """Returns the score of the side to move, at most DECIDED, and the best line."""
        if board.is_checkmate():
            return -DECIDED, []
        if not any(board.legal_moves):
            return 0, []
        info = self.engine.analyse(board, self.limit, game=game)
        score = info["score"].relative.score(mate_score=100_000)
        return max(-DECIDED, min(DECIDED, score)), info.get("pv", [])


def mates(board, move):
    """Returns true if a move mates."""
    if not board.gives_check(move):
        return False
    board.push(move)
    is_mate = board.is_checkmate()
    board.pop()
    return is_mate


def count_game(figures, game, is_judged, judge, moves):
    """Adds a game. `is_judged` has a value for each colour."""
    board, played = game.board(), list(game.mainline_moves())
    figures.games += 1
    figures.openings.add(tuple(move.uci() for move in played[:OPENING_PLIES]))
    if is_judged[chess.WHITE] and played:
        figures.count["first"] += 1
        figures.count[board.san(played[0])] += 1
    castled = {color: False for color in chess.COLORS}
    following = None
    for ply, move in enumerate(played):
        side = board.turn
        castled[side] |= board.is_castling(move)
        wanted = is_judged[side]
        if wanted and any(mates(board, m) for m in list(board.legal_moves)):
            figures.count["mate in one"] += 1
            figures.count["mates"] += mates(board, move)
        if ply >= 2 * moves:
            board.push(move)
            continue
        score, best = following or judge.best(board, game)
        now, was_tactic = phase(board), is_tactic(board, best)
        board.push(move)
        following = judge.best(board, game)
        if not wanted or abs(score) > OPEN:
            continue
        loss = max(0, score + following[0]) if [move] != best[:1] else 0
        figures.moves += 1
        figures.count[now] += 1
        figures.loss += loss
        figures.count["pawn"] += loss >= 100
        if loss >= BLUNDER:
            figures.count["blunder"] += 1
            reply = following[1]
            figures.count[kind(board, move, next(iter(reply), None))] += 1
            figures.count["allowed tactic"] += is_tactic(board, reply)
            figures.count["missed tactic"] += was_tactic
            figures.count[f"blunder {now}"] += 1
    if len(played) >= CASTLING_PLIES:
        for color in chess.COLORS:
            figures.count["may castle"] += is_judged[color]
            figures.count["castled"] += is_judged[color] and castled[color]


def is_rated(text, rating):
    """Returns true if a tag is a rating in a range, or if there is no range."""
    return not rating or text.isdecimal() and rating[0] <= int(text) <= rating[1]


def read(path, judge, arguments):
    """Returns the figures of a file."""
    figures = Figures()
    with open(path, encoding="utf-8", errors="replace") as file:
        while figures.games < arguments.games and (game := chess.pgn.read_game(file)):
            elos = [game.headers.get(name, "") for name in ["BlackElo", "WhiteElo"]]
            is_judged = [is_rated(elo, arguments.rating) for elo in elos]
            if any(is_judged) and not game.errors:
                count_game(figures, game, is_judged, judge, arguments.moves)
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("pgn", nargs="+", help="games; each file is a column")
    parser.add_argument("--engine", default="brudno", help="UCI engine that judges")
    parser.add_argument("--nodes", type=int, default=5_000, help="nodes of its searches")
    parser.add_argument("--moves", type=int, default=40, help="moves of each game that are judged")
    parser.add_argument("--games", type=int, default=100, help="games of each file")
    parser.add_argument("--rating", type=int, nargs=2, metavar=("FROM", "TO"), help="of players")
    arguments = parser.parse_args()
    judge = Judge(arguments.engine, arguments.nodes)
    columns = [list(read(path, judge, arguments).rows()) for path in arguments.pgn]
    judge.engine.quit()
    print("|", "", "|", " | ".join(arguments.pgn), "|")
    print("|---" * (len(columns) + 1) + "|")
    for cells in zip(*columns):
        print("|", cells[0][0], "|", " | ".join(value for _, value in cells), "|")


if __name__ == "__main__":
    main()

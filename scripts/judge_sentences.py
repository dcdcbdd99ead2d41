#!/usr/bin/env python3
"""Checks the claims of `brudno analyse --json` about games with another engine.

The input is the JSON of games. The other engine is followed until its line comes to rest. A claim is
true if, in this line,

- lost or missed material: the material is won to within a pawn, or more, and is not given back. The
  line is the engine's best one, or its best one after the first move of the claim.
- a threat: the material is won, or mate follows, after the other side passes.
- a mate: it is not longer, or it takes more than 8 moves and there is a mate. Sentences do not count
  such moves. The line is the engine's best one, or its best one after the first move of the claim.
- a trade: material is level after it, to within a pawn.
- a draw: the engine's score is within half a pawn of 0. The engine knows the earlier moves.
- praise: all other moves lose at least a fifth of the winning chances.

Prints the false claims, the share of true ones, and the share of judged moves with a reason.

    pip install chess
    brudno analyse games.pgn --nodes 100000 --json > games.json
    scripts/judge_sentences.py games.json --engine stockfish --sentences 300
"""

import argparse
import collections
import json
import math
import random
import sys

import chess
import chess.engine

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
# Plies that the other engine's line is followed.
PLIES = 12
# Kinds of mistakes that end in a draw.
DRAWS = {"stalemate", "perpetual_check", "repetition", "drawn_ending"}
# Largest number of moves of a mate that a sentence names.
COUNTED_MATE = 8
# Minimum nodes to find a mate.
MATE_NODES = 15_000_000


def balance(board, side):
    """Returns the material of a side minus that of its opponent, pawns."""
    count = lambda color: sum(v * len(board.pieces(p, color)) for p, v in VALUES.items())
    return count(side) - count(not side)


def is_violent(board, move):
    return board.is_capture(move) or move.promotion is not None


def rests(engine, board, side, start, nodes):
    """Yields what `side` has gained at each rest of the engine's best line."""
    board = board.copy()
    for ply in range(PLIES):
        if board.is_game_over():
            if board.is_checkmate():
                yield 99 if board.turn != side else -99
            else:
                yield balance(board, side) - start
            return
        limit = chess.engine.Limit(nodes=nodes if ply == 0 else max(nodes // 4, 1))
        info = engine.analyse(board, limit)
        score = info["score"].pov(side)
        if score.is_mate():
            yield 99 if score.mate() > 0 else -99
            return
        line = info.get("pv", [])
        after = board.copy()
        upcoming = []
        for move in line[:2]:
            upcoming.append(is_violent(after, move))
            after.push(move)
        if not board.is_check() and not any(upcoming):
            yield balance(board, side) - start
        board.push(line[0])


def holds(engine, board, uci, start, material, nodes):
    """Returns true if the side to move wins the claimed material or more, to within a pawn, with its
    first move `uci` or with the engine's best one, and the gains that were found.
    """
    side, points = board.turn, material["points"]
    after = board.copy()
    after.push_uci(uci)
    found = []
    for position in (board, after):
        gains = list(rests(engine, position, side, start, nodes))
        if 99 in gains or gains and gains[-1] >= max(points - 1, 1):
            return True, gains
        found.append(gains)
    return False, found


def mates(engine, board, uci, moves, nodes):
    """Returns true if the engine finds a mate that is as short as claimed, with its own first move or
    with `uci`, and the scores.
    """
    side = board.turn
    after = board.copy()
    after.push_uci(uci)
    found = []
    for position, left in ((board, moves), (after, moves - 1)):
        if position.is_checkmate():
            return True, found
        limit = chess.engine.Limit(nodes=max(nodes * 10, MATE_NODES), mate=max(left, 1))
        score = engine.analyse(position, limit)["score"].pov(side)
        found.append(str(score))
        is_mate = score.is_mate() and score.mate() > 0
        if is_mate and (score.mate() <= left or moves > COUNTED_MATE):
            return True, found
    return False, found


def chances(score):
    """Returns the winning chances from -1 to 1, as lichess does."""
    points = max(-1000, min(1000, score.score(mate_score=100000)))
    return 2 / (1 + math.exp(-0.00368208 * points)) - 1


def is_only(engine, board, uci, nodes):
    """Returns true if all moves but one lose a fifth of the winning chances, and the scores."""
    move = chess.Move.from_uci(uci)
    others = [other for other in board.legal_moves if other != move]
    limit = chess.engine.Limit(nodes=nodes)
    own, second = (
        engine.analyse(board, limit, root_moves=moves)["score"].pov(board.turn)
        for moves in ([move], others)
    )
    return chances(own) - chances(second) >= 0.2, [str(own), str(second)]


def claims(game):
    """Yields each judged or praised move with the position before it, and the moves that led there."""
    board = chess.Board(game["start"]["fen"])
    for move in game["moves"]:
        if move["judgement"] or move["praise"]:
            yield board.copy(), move
        board.push_uci(move["uci"])


def check(engine, board, move, nodes):
    """Yields each claim of a sentence: its name, whether it is true, and what was found."""
    if move["praise"]:
        yield "praise", *is_only(engine, board, move["uci"], nodes)
        return
    reason = move["reason"]
    side, start = board.turn, balance(board, board.turn)
    after = board.copy()
    after.push_uci(move["uci"])
    kind = reason["kind"] or ""
    is_missed = kind.startswith("missed_")
    if kind.endswith("threat"):
        threat = board.copy() if is_missed else after.copy()
        side, start = threat.turn, balance(threat, threat.turn)
        threat.push_uci(reason["moves"]["uci"][0])
        threat.push(chess.Move.null())
        # The engine cannot read null moves.
        gains = list(rests(engine, chess.Board(threat.fen()), side, start, nodes))
        yield "threat", max(gains, default=0) >= 2, gains
    elif kind.endswith("trade"):
        where = board.copy() if is_missed else after.copy()
        side, start = where.turn, balance(where, where.turn)
        where.push_uci(reason["moves"]["uci"][0])
        gains = list(rests(engine, where, side, start, nodes))
        yield "trade", any(abs(gain) <= 1 for gain in gains[-1:]), gains
    elif kind.removeprefix("missed_") in DRAWS and not after.is_game_over(claim_draw=True):
        where = board if is_missed else after
        score = engine.analyse(where, chess.engine.Limit(nodes=nodes))["score"].pov(side)
        yield "draw", abs(score.score(mate_score=100000)) <= 50, [str(score)]
    elif reason["mate"]:
        where, first = board if is_missed else after, reason["moves"]["uci"][0]
        yield "mate", *mates(engine, where, first, reason["mate"], nodes)
    elif reason["material"]:
        first = reason["moves"]["uci"][0]
        where, gained = (board, start) if is_missed else (after, -start)
        name = "missed" if is_missed else "lost"
        yield name, *holds(engine, where, first, gained, reason["material"], nodes)
    better = reason["better"]
    if better and better["mate"]:
        yield "mate", *mates(engine, board, better["uci"], better["mate"], nodes)
    elif better and better["material"]:
        yield "better", *holds(engine, board, better["uci"], start, better["material"], nodes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("json", help="output of brudno analyse --json")
    parser.add_argument("--engine", default="stockfish", help="UCI engine")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="nodes of its first search")
    parser.add_argument("--sentences", type=int, default=300, help="size of the sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="sentences to print")
    arguments = parser.parse_args()
    with open(arguments.json, encoding="utf-8") as file:
        games = json.load(file)["games"]
    judged = [claim for game in games for claim in claims(game)]
    for grade in ["blunder", "mistake", "inaccuracy"]:
        graded = [move for _, move in judged if move["judgement"] == grade]
        explained = sum(move["reason"]["kind"] is not None for move in graded)
        share = explained / len(graded) if graded else 0
        print(f"{grade} with a reason: {explained} of {len(graded)}, {share:.1%}")
    random.seed(arguments.seed)
    sample = random.sample(judged, min(arguments.sentences, len(judged)))
    for board, move in sample[: arguments.show]:
        print(f"  {move['number']}. {move['san']}  {move['sentence']}  {board.fen()}")
    total, false = collections.Counter(), collections.Counter()
    with chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine:
        for board, move in sample:
            for name, is_true, found in check(engine, board, move, arguments.nodes):
                total[name] += 1
                if not is_true:
                    false[name] += 1
                    print(f"false, {name}: {move['sentence']} {found} {board.fen()} {move['san']}")
                    sys.stdout.flush()
    for name, count in total.items():
        print(f"{name}: {count - false[name]} of {count} true")
    count = total.total()
    print(f"all: {count - false.total()} of {count} true, {1 - false.total() / max(count, 1):.1%}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Checks the claims of `brudno analyse --json` about material and mate with another engine.

The input is the JSON of games. A claim of material is true if the other engine's best line, after
the move of the claim, comes to rest with the same material to within a pawn, and does not give it
back. A claim of a mate is true if the other engine finds a mate that is not longer. Prints the
false claims, the share of true ones, and the share of judged moves that have a reason.

    pip install chess
    brudno analyse games.pgn --nodes 100000 --json > games.json
    scripts/judge_sentences.py games.json --engine stockfish --sentences 300
"""

import argparse
import collections
import json
import random
import sys

import chess
import chess.engine

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
# Plies that the other engine's line is followed.
PLIES = 12


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


def holds(engine, board, side, start, points, nodes):
    """Returns true if `side` wins as much material as claimed, and the gains that were found."""
    gains = list(rests(engine, board, side, start, nodes))
    if 99 in gains:
        return True, gains
    reached = [at for at, gain in enumerate(gains) if abs(gain - points) <= 1 and gain >= 1]
    return bool(reached) and gains[-1] >= points - 1, gains


def mates(engine, board, side, moves, nodes):
    """Returns true if the engine finds a mate for `side` that is not longer."""
    limit = chess.engine.Limit(nodes=nodes * 10, mate=moves)
    score = engine.analyse(board, limit)["score"].pov(side)
    return score.is_mate() and 0 < score.mate() <= moves, [str(score)]


def claims(game):
    """Yields each judged move with the position before it."""
    fen = game["start"]["fen"]
    for move in game["moves"]:
        if move["judgement"]:
            yield chess.Board(fen), move
        fen = move["fen"]


def check(engine, board, move, nodes):
    """Yields each claim of a sentence: its name, whether it is true, and what was found."""
    reason = move["reason"]
    side, start = board.turn, balance(board, board.turn)
    after = board.copy()
    after.push_uci(move["uci"])
    is_missed = (reason["kind"] or "").startswith("missed_")
    if reason["mate"]:
        where, winner = (board, side) if is_missed else (after, not side)
        yield "mate", *mates(engine, where, winner, reason["mate"], nodes)
    elif reason["material"]:
        points = reason["material"]["points"]
        if is_missed:
            best = board.copy()
            best.push_uci(reason["moves"]["uci"][0])
            yield "missed", *holds(engine, best, side, start, points, nodes)
        else:
            yield "lost", *holds(engine, after, not side, -start, points, nodes)
    better = reason["better"]
    if better and better["mate"]:
        yield "mate", *mates(engine, board, side, better["mate"], nodes)
    elif better and better["material"]:
        best = board.copy()
        best.push_uci(better["uci"])
        points = better["material"]["points"]
        yield "better", *holds(engine, best, side, start, points, nodes)


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
        print(f"{grade}s with a reason: {explained} of {len(graded)}, {share:.1%}")
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

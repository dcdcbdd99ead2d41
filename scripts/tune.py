#!/usr/bin/env python3
"""Tunes the parameters of src/params by games of the engine against itself (SPSA).

    cargo build --release --features tune
    pip install chess
    scripts/tune.py play ENGINE OPENINGS LOG [--nodes N | --clock SECONDS+INCREMENT --nodestime N]
                         [--games N] [--only NAME,...] [--option NAME=LOWER,UPPER]
    scripts/tune.py report ENGINE LOG

`play` plays pairs of games, both from one opening. In each pair every parameter is shifted by its step,
up for one engine and down for the other, with a random sign (simultaneous perturbation, Spall 1992).
Every game informs every parameter, so each has the error of a match of all games. LOG gets a line a
pair; a run can be stopped and continued. OPENINGS has a FEN or EPD a line. A step is a tenth of the
range. `--option` compares two values of an option in the same games, for example two networks (EvalFile).

`--clock` gives the engines a clock on which `--nodestime` nodes are a millisecond; the games do not
depend on the load. It tunes time management: `--only 'time_*'`. Fewer nodes a millisecond than the
engine searches tune for proportionally shorter games.

`report` prints the gain of the upper value of each parameter over the lower one, its error, and a
proposed value. The proposal is shrunk by empirical Bayes: the variance of the gains beyond chance
estimates how much the parameters matter. Test the proposed values in a match before they land.
"""

import argparse
import contextlib
import fnmatch
import json
import multiprocessing.pool
import queue
import random
import subprocess

import chess
import chess.engine

# Adjudication: centipawns and moves of both sides in a row.
WIN, WIN_MOVES = 450, 3
DRAW, DRAW_MOVES, DRAW_FROM = 8, 8, 40
# Steps for each Elo that the upper value gains, and the largest shift in steps.
STEPS_PER_ELO, MOST_STEPS = 0.25, 1.2
# Elo for one percentage point of score at 50 %.
ELO_PER_PERCENT = 6.95


def numbers(engine):
    """Name -> (value, step, least, greatest), as `brudno spsa` prints them."""
    lines = subprocess.run([engine, "spsa"], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in lines.splitlines():
        name, _, value, least, greatest, *_ = line.split(", ")
        value, least, greatest = int(value), int(least), int(greatest)
        found[name] = (value, max(1, round((greatest - least) / 10)), least, greatest)
    return found


class Nodes:
    """A fixed number of nodes a move."""

    def __init__(self, nodes):
        self.limit = chess.engine.Limit(nodes=nodes)

    def spend(self, turn, nodes):
        """Returns true if a side may play on."""
        return True


class Clock:
    """Clocks of both sides that count nodes."""

    def __init__(self, seconds, increment, nodestime):
        self.left = [seconds, seconds]
        self.increment, self.nodestime = increment, nodestime

    @property
    def limit(self):
        black, white = self.left
        return chess.engine.Limit(
            white_clock=white,
            black_clock=black,
            white_inc=self.increment,
            black_inc=self.increment,
        )

    def spend(self, turn, nodes):
        """Takes the nodes of a move off a clock. Returns true if time is left."""
        self.left[turn] -= nodes / self.nodestime / 1000
        in_time = self.left[turn] >= 0
        self.left[turn] += self.increment
        return in_time


def play(white, black, opening, time):
    """Plays a game of two engines. Returns White's points."""
    board = chess.Board(opening)
    scores = []
    game = object()
    # Only draws that can be claimed now are detected: a look at the next move takes longer than the
    # engines.
    while not (board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()):
        engine = white if board.turn else black
        info = chess.engine.INFO_SCORE | chess.engine.INFO_BASIC
        result = engine.play(board, time.limit, game=game, info=info)
        if not time.spend(board.turn, result.info.get("nodes", 0)):
            return float(not board.turn)
        score = result.info.get("score", chess.engine.PovScore(chess.engine.Cp(0), board.turn))
        scores.append(score.white().score(mate_score=10_000))
        board.push(result.move)
        last = scores[-2 * WIN_MOVES :]
        if len(last) == 2 * WIN_MOVES and (min(last) >= WIN or max(last) <= -WIN):
            return float(last[0] > 0)
        last = [abs(score) for score in scores[-2 * DRAW_MOVES :]]
        if len(last) == 2 * DRAW_MOVES and max(last) <= DRAW and board.fullmove_number > DRAW_FROM:
            return 0.5
    return {"1-0": 1.0, "0-1": 0.0}.get(board.result(), 0.5)


def perturbed(known, names):
    """Returns random signs by name, and the settings shifted by and against them."""
    signs = {name: random.choice((-1, 1)) for name in names}
    above = {name: known[name][sign > 0] for name, sign in signs.items()}
    below = {name: known[name][sign < 0] for name, sign in signs.items()}
    return signs, above, below


def play_pairs(args):
    known = {
        name: (max(least, value - step), min(greatest, value + step))
        for name, (value, step, least, greatest) in numbers(args.engine).items()
    }
    # With a limit of nodes, time management has no effect.
    useless = () if args.clock else ("time_",)
    patterns = (args.only or "*").split(",")
    tuned = [
        name
        for name in known
        if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
        and not name.startswith(useless)
    ]
    seconds, increment = map(float, args.clock.split("+")) if args.clock else (0, 0)
    for option in args.option:
        name, values = option.split("=", 1)
        known[name] = values.split(",")
        tuned.append(name)
    # EPD has no clocks.
    openings = [line.split(";")[0].split()[:4] for line in open(args.openings) if line.strip()]
    free = queue.SimpleQueue()

    def time():
        return Clock(seconds, increment, args.nodestime) if args.clock else Nodes(args.nodes)

    def pair(_):
        signs, above, below = perturbed(known, tuned)
        opening = " ".join(random.choice(openings)) + " 0 1"
        up, down = engines = free.get()
        up.configure(above)
        down.configure(below)
        points = play(up, down, opening, time()) + 1 - play(down, up, opening, time())
        free.put(engines)
        return signs, points

    pairs = args.games // 2
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(open(args.log, "a"))
        for _ in range(args.threads):
            engines = [chess.engine.SimpleEngine.popen_uci(args.engine) for _ in range(2)]
            for engine in engines:
                stack.enter_context(engine)
                engine.configure({"nodestime": args.nodestime if args.clock else 0})
            free.put(engines)
        pool = stack.enter_context(multiprocessing.pool.ThreadPool(args.threads))
        for done, result in enumerate(pool.imap_unordered(pair, range(pairs)), 1):
            print(json.dumps(result), file=log, flush=True)
            print(f"\r{done} of {pairs} pairs", end="", flush=True)
    print()


def effects(pairs):
    """Name -> gain of the upper value over the lower one in Elo, and its standard error."""
    found = {}
    for name in {name: None for signs, _ in pairs for name in signs}:
        seen = [signs[name] * (points - 1) / 2 for signs, points in pairs if name in signs]
        unit = 100 * ELO_PER_PERCENT / len(seen)
        found[name] = (unit * sum(seen), unit * max(1, sum(x * x for x in seen)) ** 0.5)
    return found


def report(args):
    known = numbers(args.engine)
    pairs = [json.loads(line) for line in open(args.log)]
    found = effects(pairs)
    tuned = [found[name] for name in known if name in found]
    # The variance of the true gains: the observed variance without that of chance.
    spread = max(0, sum(gain**2 - error**2 for gain, error in tuned) / max(1, len(tuned)))
    print(f"{len(pairs)} pairs; Elo of the upper value over the lower, one standard error")
    print(f"without chance, the numbers' gains would be ± {spread**0.5:.1f} Elo")
    for name, (gain, error) in sorted(found.items(), key=lambda row: -abs(row[1][0])):
        line = f"{name:32} {gain:+6.1f} ± {error:4.1f}"
        if name in known:
            value, step, least, greatest = known[name]
            steps = STEPS_PER_ELO * gain * spread / (spread + error**2)
            steps = max(-MOST_STEPS, min(MOST_STEPS, steps))
            line += f" {value:7} -> {max(least, min(greatest, round(value + steps * step)))}"
        print(line)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    player = commands.add_parser("play")
    player.add_argument("engine")
    player.add_argument("openings")
    player.add_argument("log")
    player.add_argument("--nodes", type=int, default=25_000, help="nodes a move")
    player.add_argument("--clock", help="SECONDS+INCREMENT instead, with --nodestime")
    player.add_argument("--nodestime", type=int, default=1000, help="nodes a millisecond")
    player.add_argument("--games", type=int, default=2_000)
    player.add_argument("--threads", type=int, default=2)
    player.add_argument("--only", help="tune these alone, names or patterns with commas between")
    player.add_argument("--option", action="append", default=[], help="NAME=LOWER,UPPER")
    player.set_defaults(run=play_pairs)
    reporter = commands.add_parser("report")
    reporter.add_argument("engine")
    reporter.add_argument("log")
    reporter.set_defaults(run=report)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()

"""Annotates the game files of the tests, and compares each game before and after with python-chess.

compare.py STUDY FOLDER: STUDY is the program brudno-study. Writes the pairs of games to
FOLDER/games.json for read.js.
"""

import io
import json
import logging
import pathlib
import re
import subprocess
import sys

import chess.pgn

GAMES = pathlib.Path(__file__).parents[2] / "crates/notation/tests/games"
JUDGING = set(range(1, 7))
# Files with an earlier analysis, which is replaced.
ANALYSED = {"annotated_with_signs", "annotated_with_two_comments", "lichess_headers"}
# Files in which python-chess reads a sign of books, a glyph before a move or a comment in an empty
# variation otherwise.
READ_OTHERWISE = {
    "comments_before_moves",
    "empty_comments_and_variations",
    "glyphs_before_moves",
    "signs_of_books",
    "stray_brackets",
}


def plain_games(expected):
    """Returns the kept games of an expected outcome, as the writer makes them."""
    parts = re.split(r"^== game (\d+)(.*)\n", expected, flags=re.M)
    kept = [body for title, body in zip(parts[2::3], parts[3::3]) if title == ": kept"]
    return [re.sub(r"\A(-- .*\n)*", "", body).strip() + "\n\n" for body in kept]


def read(text):
    """Returns the games of a text, or None if one of them has errors."""
    handle = io.StringIO(text)
    games = list(iter(lambda: chess.pgn.read_game(handle), None))
    return None if any(game.errors for game in games) else games


def source_games(path):
    """Returns the games of the file itself. None if python-chess does not read all of them: it needs
    UTF-8, tags and English letters, and keeps control characters.
    """
    if path.stem in READ_OTHERWISE:
        return None
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None
    games = read(text)
    is_plain = games and not re.search("[\x00-\x08\x0e-\x1f]", text)
    return games if is_plain and not any(game.nags for game in games) else None


def words(comment):
    # The evaluation is replaced. Braces that would end a comment become parentheses.
    comment = re.sub(r"\[%eval[^][]*\]", " ", comment).replace("{", "(")
    return comment.split()


def is_part(some, others):
    return any(others[at:at + len(some)] == some for at in range(len(others) - len(some) + 1))


def difference(before, after, is_main=True):
    """Returns what the annotated node lacks of the other one, or None."""
    name = f"after {before.move}"
    if words(before.starting_comment) != words(after.starting_comment):
        return f"{name}: comment before the move"
    if not is_part(words(before.comment), words(after.comment)):
        return f"{name}: comment {before.comment!r}, not {after.comment!r}"
    added = after.nags - before.nags
    if before.nags - after.nags or added and before.nags & JUDGING or len(added) > 1:
        return f"{name}: glyphs {before.nags}, not {after.nags}"
    if is_main and len(before.variations[:1]) != len(after.variations[:1]):
        return f"{name}: the length of the game"
    rest = list(after.variations)
    for index, child in enumerate(before.variations):
        is_next = is_main and index == 0
        same = [other for other in rest[:1 if is_next else None] if other.move == child.move]
        found = [(other, difference(child, other, is_next)) for other in same]
        fitting = [other for other, why in found if why is None]
        if not fitting:
            return found[0][1] if found else f"{name}: {child.move} is missing"
        rest.remove(fitting[0])
    return None


def moves(game):
    return [node.move for node in game.mainline()]


def main():
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    study, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    pairs, faults, compared, of_files = [], [], 0, 0
    for path in sorted(GAMES.glob("*.expected")):
        plain = plain_games(path.read_text(encoding="utf-8"))
        if not plain:
            continue
        (folder / "plain.pgn").write_text("".join(plain), encoding="utf-8")
        output = folder / "annotated.pgn"
        command = [study, "analyse", folder / "plain.pgn", "-o", output, "--nodes", "200", "--lines", "2"]
        subprocess.run(command, check=True, capture_output=True)
        text = output.read_text(encoding="utf-8")
        annotated = re.split(r"(?<=\n\n)(?=\[Event )", text)
        if len(annotated) != len(plain):
            faults.append(f"{path.stem}: {len(plain)} games become {len(annotated)}")
            continue
        pairs += [(path.stem, *pair) for pair in zip(plain, annotated)]
        if path.stem in ANALYSED:
            continue
        source = source_games(path.with_suffix(".pgn"))
        if source is None or len(source) != len(plain):
            source = [None] * len(plain)
        for number, (before, after, of_file) in enumerate(zip(map(read, plain), map(read, annotated), source), 1):
            if before is None:
                continue
            if after is None or len(after) != 1:
                faults.append(f"{path.stem}, game {number}: not read after annotation")
                continue
            compared += 1
            games = before
            if of_file is not None and moves(of_file) == moves(before[0]):
                of_files += 1
                games = [*before, of_file]
            why = next(filter(None, (difference(game, after[0]) for game in games)), None)
            if why:
                faults.append(f"{path.stem}, game {number}: {why}")
    (folder / "games.json").write_text(json.dumps(pairs))
    print(f"python-chess: {compared} games compared, {of_files} of them also with the file itself, {len(faults)} faults")
    print("\n".join(faults), end="\n" * bool(faults))
    sys.exit(bool(faults))


main()

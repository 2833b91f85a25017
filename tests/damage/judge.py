"""The rules: the ends of a trial that docs/CHECK.md promises, and the violations of these promises.

Pure functions of a damage and of the observations of it. Each returns violations.
"""

from typing import NamedTuple

from content import differences, inventions
from server import CRASHED, HUNG, REFUSED, SERVES
from states import DATA, LOG, SEALED, WAL

# A refusal names the damage in one of these forms. The others are for a damaged first page, by
# which a data file is recognised.
_DAMAGE = ("is damaged", "is missing", "belongs to another data file", "without its data file", "a newer data file")
_FIRST_PAGE = ("is empty", "is not a Stator data file", "by a newer Stator", "by an older Stator", "cannot be used")
_WAYS = ("stator check --repair", "--accept-damage")
_PAGE = 8192
# Nothing can be saved of a data file with a smaller part of its bytes.
_LEAST_PART = 16
SAME, REFUSES, VIOLATES = "accepted with the same content", "refused with a sentence", "violation"


class Violation(NamedTuple):
    """A broken rule, and the observation that breaks it."""

    rule: str
    seen: str


def outcome(seen, violations):
    if violations:
        return VIOLATES
    return SAME if seen.start.how == SERVES else REFUSES


def of_output(*ends):
    """Bytes of a damaged file are escaped where they are shown."""
    return [
        Violation("output is text without control characters", repr(end.said))
        for end in ends if any(sign == "\ufffd" or sign < " " and sign not in "\n\t" for sign in end.said)
    ]


def violations_of(damage, seen, known):
    """All violations. `known` has the contents that existed before the damage."""
    start = seen.start
    if start.how == CRASHED:
        return [Violation("the start crashes", f"signal {-start.code}: {start.said}")]
    if start.how == HUNG:
        return [Violation("the start hangs", start.said)]
    if start.how == SERVES:
        return of_life(damage, seen.life)
    found = of_refusal(damage, start) + of_files(damage, seen.files, "the refusal") + of_check(seen.check)
    found += of_output(start, seen.check)
    if seen.repair is not None:
        found += of_output(seen.repair.end, seen.accept.end)
        found += of_repair(damage, seen.repair, known) + of_acceptance(damage, seen.accept, known)
    return found


def touches_first_page(damage):
    """True if the damage changes the page that SQLite needs to read the data file."""
    before, after = damage.state.files[DATA], damage.files.get(DATA)
    return after is None or before[:_PAGE] != after[:_PAGE]


def can_be_saved(damage):
    """False if SQLite cannot read any of the data file."""
    before, after = damage.state.files[DATA], damage.files.get(DATA, b"")
    return not touches_first_page(damage) and len(after) >= len(before) // _LEAST_PART


def named_file(damage):
    """The file that a refusal names. A server cannot know the last name of a log that is missing or empty."""
    if damage.file == WAL:
        return DATA
    return LOG if damage.file == SEALED and not damage.files.get(SEALED) else damage.file


def of_refusal(damage, start):
    found = []
    if start.code != 1:
        found.append(Violation("a refusal has the exit code 1", f"{start.code}: {start.said}"))
    if damage.must_start:
        found.append(Violation("a torn end is accepted", start.said))
    name = named_file(damage)
    lines = [line for line in start.said.splitlines() if name in line and line.endswith(".")]
    forms = _DAMAGE + (_FIRST_PAGE if touches_first_page(damage) else ())
    if not any(form in line for line in lines for form in forms):
        found.append(Violation("a sentence names the damaged file and its damage", f"{name}: '{start.said}'"))
    elif "is damaged" in start.said and not all(way in start.said for way in _WAYS):
        found.append(Violation("a refusal names both ways on", start.said))
    return found


def of_files(damage, after, what):
    """A refusal changes no file, and adds no file with contents."""
    changed = [name for name, data in damage.files.items() if after.get(name) != data]
    added = [name for name in after.keys() - damage.files.keys() if after[name]]
    found = [Violation(f"{what} changes no file", f"{name} has changed") for name in changed]
    return found + [Violation(f"{what} adds no file", f"{name} is new") for name in added]


def of_check(check):
    if check.how != REFUSED or check.code != 1:
        return [Violation("stator check finds damage that a start refuses", str(check))]
    lines = check.said.splitlines()
    if not any(line.startswith(("problem: ", "stator check: ")) and len(line) > 30 for line in lines):
        return [Violation("stator check names each problem", check.said)]
    return []


def of_sound(check, what):
    if check is None or check.code != 0 or "sound: " not in check.said:
        return [Violation(f"{what} is sound by stator check", str(check))]
    return []


def of_life(damage, life):
    if life.content is None:
        return [Violation("an accepted directory can be read", text) for text in life.failures]
    for expected in damage.allowed:
        if expected.content == life.content:
            break
    else:
        unlike = differences(damage.allowed[0].content, life.content)
        return [Violation("an accepted directory has the same content", "; ".join(unlike))]
    found = [Violation("an accepted directory takes writes", text) for text in life.failures]
    if life.second_start is None or life.second_start.how != SERVES:
        return found + [Violation("an accepted directory starts a second time", str(life.second_start))]
    if life.restored is not None:
        unlike = differences(expected.restored, life.restored)
        found += [Violation("backups and histories restore the same items", line) for line in unlike]
    if life.content_again is not None:
        unlike = differences(expected.content, life.content_again)
        found += [Violation("a second start shows the same content", line) for line in unlike]
    return found + of_sound(life.check, "a directory after two starts")


def of_content(damage, way, known, lost, what):
    """The rest of a content. `lost` has the lines about lost data."""
    if way.content is None:
        return []
    found = [Violation(f"{what} saves only true data", line) for line in inventions(known, way.content)]
    missing = [line for expected in damage.allowed for line in differences(expected.content, way.content)]
    if missing and not lost:
        found.append(Violation(f"{what} names each loss", "; ".join(missing[:5])))
    return found


def of_served(way, what):
    if way.start is None or way.start.how != SERVES:
        return [Violation(f"{what} leaves a directory that starts", str(way.start))]
    return [Violation(f"{what} leaves a directory that works", failure) for failure in way.failures]


def of_repair(damage, way, known):
    """Saves the rest, unless the data file has lost its first page or almost everything."""
    what, end = "--repair", way.end
    found = of_files(damage, way.files, what)
    if end.how != REFUSED or end.code not in (0, 1):
        return found + [Violation(f"{what} ends in order", str(end))]
    if way.check is None:
        if end.code != 1 or not end.said.startswith("stator check: ") or can_be_saved(damage):
            found.append(Violation(f"{what} saves the rest", str(end)))
        return found
    found += of_served(way, what) + of_sound(way.check, f"{what}'s result")
    lost = [line for line in end.said.splitlines() if line.startswith("lost: ")]
    if end.code != (1 if lost else 0):
        found.append(Violation(f"{what} has the exit code 1 if data is lost", str(end)))
    return found + of_content(damage, way, known, lost, what)


def of_acceptance(damage, way, known):
    """The damaged files stay under other names, unless nothing can be saved of them."""
    what = "--accept-damage"
    if way.start.how == REFUSED and way.start.code == 1 and not can_be_saved(damage):
        return of_files(damage, way.files, what)
    found = of_served(way, what)
    if way.start.how != SERVES:
        return found
    found += of_sound(way.check, f"{what}'s result")
    for name, data in damage.files.items():
        aside = f"{DATA}.damaged-wal" if name == WAL else f"{name}.damaged"
        if way.files.get(aside) != data:
            found.append(Violation(f"{what} keeps the damaged files", f"{aside} is not the damaged {name}"))
    lost = [line for line in way.end.said.splitlines() if "Lost: " in line]
    return found + of_content(damage, way, known, lost, what)

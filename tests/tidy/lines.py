"""Sizes of files, functions and lines; calls that belong in one file; sources that no CMakeLists.txt names."""

import re
from pathlib import Path

import house
from tree import is_in_room


def check(tree):
    for name in tree.sources:
        yield from check_file(tree, name)
    for name in tree.names:
        if name.startswith("conformance/cases/") and name.endswith(".json"):
            yield from check_length(tree, name, house.MAX_CASE_LINES)
    yield from check_named(tree)


def check_length(tree, name, most):
    count = tree.text(name).count("\n")
    if count > most:
        yield f"{name}: {count} lines; {most} is the most"


def check_file(tree, name):
    is_test = name.startswith("tests/")
    yield from check_length(tree, name, house.MAX_FILE_LINES)
    for number, line in tree.lines(name):
        yield from check_calls(name, number, line)
        may_be_long = 'R"' in line or "http" in line or is_test
        if len(line) > house.MAX_COLUMNS and not may_be_long:
            yield f"{name}:{number}: {len(line)} columns; {house.MAX_COLUMNS} is the most"
        if re.search(r"\b(TODO|FIXME|XXX)\b", line):
            yield f"{name}:{number}: a mark left behind"
    if not is_test:
        yield from check_functions(tree, name)


def check_functions(tree, name):
    for start, length in function_lengths([line for _, line in tree.lines(name)]):
        if length > house.MAX_FUNCTION_LINES:
            yield f"{name}:{start}: a function of {length} lines; {house.MAX_FUNCTION_LINES} is the most"


def check_calls(name, number, line):
    if not is_in_room(name):
        return
    code = line.split("//")[0]
    for pattern, (places, instead) in house.ONE_PLACE.items():
        in_place = name in places or name.startswith("protocol/errors/")
        if re.search(pattern, code) and not in_place:
            yield f"{name}:{number}: {pattern} does not belong here; {instead}"
    room = name.split("/")[0]
    for pattern, instead in house.FORBIDDEN_IN.get(room, {}).items():
        if re.search(pattern, code):
            yield f"{name}:{number}: {pattern} does not belong in {room}; {instead}"


def function_lengths(lines):
    """Line and length of each block that opens at column 0 or 4 with a function's head."""
    for indent in ("", "    "):
        start = None
        for number, line in enumerate(lines, 1):
            opens = (
                line.endswith("{")
                and line.startswith(indent)
                and not line[len(indent):].startswith((" ", "return "))
            )
            head = line.strip()
            # The element of a list, such as `OperationTraits{`.
            opens = opens and not re.fullmatch(r"\w+\{", head)
            if start is None and opens:
                skipped = re.match(
                    r"((export )?(interface|type|const)|namespace|struct|class|enum|union|extern|template"
                    r"|(inline )?constexpr|static const)",
                    head,
                )
                if not skipped or ("(" in head and not head.endswith("({")):
                    start = number
            elif start is not None and re.fullmatch(indent + r"\}[);]*", line):
                yield start, number - start + 1
                start = None


def check_named(tree):
    lists = "".join(tree.text(name) for name in tree.names if Path(name).name == "CMakeLists.txt")
    for name in tree.sources:
        stem = Path(name).stem
        if name.endswith(".cpp") and stem not in lists and stem.replace("_", "-") not in lists:
            yield f"{name}: no CMakeLists.txt names it"

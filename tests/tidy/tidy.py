#!/usr/bin/python3
"""The rules of the house that a compiler does not check. Prints every breach; exits 1 when there is one.

usage: tidy.py [ROOT]

Layering of includes, libraries kept to their rooms, things that may happen in one file only, sizes of files
and functions, width of lines, sources that no CMakeLists.txt names.
"""

import re
import subprocess
import sys
from pathlib import Path

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 70
MAX_COLUMNS = 100

# A room may not include these prefixes.
FORBIDDEN_INCLUDES = {
    "protocol": ("engine/", "emulator/", "conformance/", "boost/asio", "boost/beast", "sqlite3"),
    "engine": ("emulator/", "conformance/", "boost/asio", "boost/beast", "rapidjson/"),
    "emulator": ("engine/storage/", "engine/write/", "conformance/", "rapidjson/", "sqlite3"),
    "conformance": ("engine/", "emulator/"),
}
# What may stand in some folders of the three rooms only.
KEPT_TO = {
    "rapidjson/": ("protocol/wire/",),
    "sqlite3.h": ("engine/persistence/",),
}
# Calls that belong in one file of the three rooms, and what to use elsewhere.
ONE_PLACE = {
    r"system_clock::now": (("engine/base/clock.cpp",), "take a Clock&"),
    r"\bgetenv\b": (("emulator/cli/config.cpp",), "read it in config.cpp"),
    r"\bstd::cout\b": (("emulator/main.cpp",), "log, or return the text"),
    r"\b(s?rand|random_device)\b": (("emulator/http/request_id.cpp",), "take a seeded generator"),
    r"\bsleep_for\b": ((), "wait on a condition or the clock"),
}
ROOMS = ("protocol", "engine", "emulator")


def sources(root):
    listed = subprocess.run(
        ["git", "ls-files", "*.cpp", "*.hpp"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.split()
    return [name for name in listed if (root / name).exists()]


def check_includes(name, number, line):
    match = re.match(r'\s*#include [<"]([^>"]+)[>"]', line)
    if not match:
        return
    included = match.group(1)
    room = name.split("/")[0]
    for prefix in FORBIDDEN_INCLUDES.get(room, ()):
        if included.startswith(prefix):
            yield f"{name}:{number}: {room} may not include {included}"
    if room in ROOMS:
        for prefix, folders in KEPT_TO.items():
            if included.startswith(prefix) and not name.startswith(folders):
                yield f"{name}:{number}: {included} belongs in {', '.join(folders)}"


def check_calls(name, number, line):
    if name.split("/")[0] not in ROOMS:
        return
    code = line.split("//")[0]
    for pattern, (places, instead) in ONE_PLACE.items():
        if re.search(pattern, code) and name not in places:
            yield f"{name}:{number}: {pattern} does not belong here; {instead}"


def function_lengths(lines):
    """Line and length of each block that opens at column 0 or 4 with a function's head."""
    for indent in ("", "    "):
        start = None
        for number, line in enumerate(lines, 1):
            opens = line.endswith("{") and line.startswith(indent) and not line[len(indent):].startswith(" ")
            head = line.strip()
            if start is None and opens:
                skipped = re.match(r"(namespace|struct|class|enum|union|extern|template|(inline )?constexpr|const|static const)", head)
                if not skipped or ("(" in head and not head.endswith("({")):
                    start = number
            elif start is not None and line.rstrip(";") == indent + "}":
                yield start, number - start + 1
                start = None


def check_file(root, name):
    lines = (root / name).read_text(encoding="utf-8").split("\n")
    if len(lines) - 1 > MAX_FILE_LINES:
        yield f"{name}: {len(lines) - 1} lines; {MAX_FILE_LINES} is the most"
    for number, line in enumerate(lines, 1):
        yield from check_includes(name, number, line)
        yield from check_calls(name, number, line)
        if len(line) > MAX_COLUMNS and 'R"' not in line and "http" not in line and not name.startswith("tests/"):
            yield f"{name}:{number}: {len(line)} columns; {MAX_COLUMNS} is the most"
        if re.search(r"\b(TODO|FIXME|XXX)\b", line):
            yield f"{name}:{number}: a mark left behind"
    for start, length in function_lengths(lines):
        if length > MAX_FUNCTION_LINES and not name.startswith("tests/"):
            yield f"{name}:{start}: a function of {length} lines; {MAX_FUNCTION_LINES} is the most"


def check_named(root, names):
    lists = "".join(
        path.read_text() for path in root.glob("*/**/CMakeLists.txt") if "build" not in path.parts
    )
    for name in names:
        stem = Path(name).stem
        if name.endswith(".cpp") and stem not in lists and stem.replace("_", "-") not in lists:
            yield f"{name}: no CMakeLists.txt names it"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    names = sources(root)
    breaches = [breach for name in names for breach in check_file(root, name)]
    breaches += check_named(root, names)
    for breach in breaches:
        print(breach)
    print(f"{len(names)} files, {len(breaches)} breaches")
    sys.exit(1 if breaches else 0)


main()

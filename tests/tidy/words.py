"""Words: marks and file names that must point at something, and DynamoDB's messages in their one place."""

import json
import re
from pathlib import PurePosixPath

import house
from tree import is_in_room

MARK = re.compile(r"\[case ([^\]]*)\]")
MENTION = re.compile(r"\b[\w./-]+\.(?:hpp|cpp|py|md|json|cmake)\b")
SOURCE = re.compile(r"(?<![\w/.*_-])(?:[\w-]+/)*[\w-]+\.(?:hpp|cpp)\b")
FOLDER = re.compile(r"`((?:[a-z_]+/)+)`")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
MARKED = (".cpp", ".hpp", ".md", ".py")


def check(tree):
    cases = case_names(tree)
    yield from check_marks(tree, cases)
    yield from check_mentions(tree)
    yield from check_readmes(tree)
    yield from check_messages(tree)


def case_names(tree):
    """`PutItem/order` for conformance/cases/operations/PutItem/order.json."""
    return {
        "/".join(PurePosixPath(name).with_suffix("").parts[-2:])
        for name in tree.names
        if name.startswith("conformance/cases/") and name.endswith(".json")
    }


def comment_of(line):
    """A line's comment; a `//` within a literal or an address is none."""
    match = re.search(r'(?<![:"\w/])//(?!/)(.*)$', line)
    return match.group(1) if match else ""


def check_marks(tree, cases):
    for name in tree.names:
        if not name.endswith(MARKED) or name.startswith(("conformance/README", "tests/tidy/")):
            continue
        for number, line in tree.lines(name):
            for match in MARK.finditer(line):
                if match.group(1).split("#")[0] not in cases:
                    yield f"{name}:{number}: no conformance case is called {match.group(1)}"
            if re.search(r"\[case( [^\]]*)?$", line):
                yield f"{name}:{number}: a mark that ends on another line cannot be found"


def check_mentions(tree):
    """Files that comments name exist, seen from the root, from the comment's folder or by a unique end."""
    names = set(tree.names)
    ends = {PurePosixPath(name).name for name in names}
    for name in tree.sources:
        for number, line in tree.lines(name):
            for mention in MENTION.findall(comment_of(line)):
                if mention in names or str(PurePosixPath(name).parent / mention) in names:
                    continue
                if "/" not in mention and mention in ends:
                    continue
                if not is_outside(mention, line):
                    yield f"{name}:{number}: there is no file {mention}"


def check_readmes(tree):
    """Sources and headers that the README of a folder names exist: in that folder or one within it, or by a path;
    folders that it names in backquotes exist as well."""
    folders = {f"/{parent}/" for name in tree.names for parent in PurePosixPath(name).parents}
    for name in tree.names:
        if not (is_in_room(name) and PurePosixPath(name).name == "README.md"):
            continue
        for number, line in tree.lines(name):
            for mention in SOURCE.findall(line):
                place = "" if "/" in mention else str(PurePosixPath(name).parent)
                if not any(
                    source.startswith(place) and f"/{source}".endswith(f"/{mention}") for source in tree.sources
                ):
                    yield f"{name}:{number}: there is no file {mention} in {place or 'the tree'}"
            for mention in FOLDER.findall(line):
                if not any(folder.endswith(f"/{mention}") for folder in folders):
                    yield f"{name}:{number}: there is no folder {mention}"


def is_outside(mention, line):
    """A header of a library, a route, or a file of a test suite that a comment gives as a source."""
    if f"/{mention}" in line:
        return True
    return mention.startswith(("boost/", "absl/", "rapidjson/", "gtest/", "test/", "docs.aws"))


def expected_messages(tree):
    """Everything that a conformance case expects an error to say."""
    found = []

    def walk(value):
        if isinstance(value, dict):
            for key, member in value.items():
                if key in ("message", "Message") and isinstance(member, str):
                    found.append(member)
                walk(member)
        elif isinstance(value, list):
            for member in value:
                walk(member)

    for name in tree.names:
        if name.startswith("conformance/cases/") and name.endswith(".json"):
            walk(json.loads(tree.text(name)))
    return "\n".join(found)


def check_messages(tree):
    messages = expected_messages(tree)
    for name in tree.sources:
        if not is_in_room(name) or name.startswith("protocol/errors/"):
            continue
        for number, line in tree.lines(name):
            for literal in LITERAL.findall(re.sub(r"(^|\s)//.*", "", line)):
                text = literal.replace('\\"', '"')
                # "[A, B]" is data of a shape: what a member may be.
                is_choice = text.startswith("[")
                is_long = len(text.strip()) >= house.MIN_MESSAGE_LENGTH and " " in text.strip()
                if is_long and not is_choice and text in messages:
                    yield f"{name}:{number}: words of DynamoDB's outside protocol/errors: {text}"

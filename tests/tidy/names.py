"""Names: a namespace for each folder, a name declared once in it, results that nobody may ignore."""

import re
from collections import defaultdict

import house
from tree import folder_in_room, is_in_room, room_of

NAMESPACE = re.compile(r"^namespace (stator[\w:]*) \{$", re.MULTILINE)
TYPE = re.compile(
    r"^(?:template <[^\n]*>\n)?(?:enum class|struct|class) (?:(?:\[\[\w+\]\]|STATOR_\w+(?:\([^)]*\))?) )?"
    r"(\w+)(?: final)?(?: :[^;{]*)? \{",
    re.MULTILINE,
)
FORWARD = re.compile(r"^(?:class|struct|enum class) (\w+)(?: : [\w:]+)?;$")
OUTCOME = re.compile(r"^\s*using \w+ = boost::system::result<")


def check(tree):
    yield from check_namespaces(tree)
    yield from check_twins(tree)
    yield from check_results(tree)


def namespace_of(name):
    folder = folder_in_room(name)
    own = folder in house.OWN_NAMESPACE
    return "::".join(["stator", room_of(name), *([] if own else folder.split("/"))])


def check_namespaces(tree):
    """A file's own namespace, or one nested in it; a namespace with nothing but forward declarations
    is somebody else's. A test lives where what it tests does."""
    for name in tree.sources:
        place = name.removeprefix("tests/") if name.endswith("_test.cpp") else name
        if not is_in_room(place):
            continue
        wanted = namespace_of(place)
        for number, line in tree.lines(name):
            match = NAMESPACE.match(line)
            spaces = match.group(1).split("::") if match else []
            if len(set(spaces)) < len(spaces):
                yield f"{name}:{number}: namespace {match.group(1)} repeats one further out"
            if not match or match.group(1) == wanted or match.group(1).startswith(wanted + "::"):
                continue
            if not only_forward_declarations(tree, name, number):
                yield f"{name}:{number}: namespace {match.group(1)} where {wanted} lives"


def only_forward_declarations(tree, name, start):
    for number, line in tree.lines(name):
        if number <= start:
            continue
        if line.startswith("}"):
            return True
        if line and not re.match(r"(class|struct|enum class) \w+( : [\w ]+)?;$", line):
            return False
    return False


def declared_types(tree):
    """The headers that define each type, by its namespace and name."""
    declared = defaultdict(set)
    for name in tree.sources:
        if not name.endswith(".hpp"):
            continue
        text = tree.text(name)
        for namespace in NAMESPACE.finditer(text):
            end = text.find(f"\n}}  // namespace {namespace.group(1)}\n", namespace.end())
            for match in TYPE.finditer(text, namespace.end(), end if end > 0 else len(text)):
                declared[(namespace.group(1), match.group(1))].add(name)
    return declared


def forward_declarations(tree, name):
    """Line, namespace and name of each type that a file declares and does not define."""
    namespace = None
    for number, line in tree.lines(name):
        opening = NAMESPACE.match(line)
        if opening:
            namespace = opening.group(1)
        elif line.startswith("}"):
            namespace = None
        elif namespace:
            declaration = FORWARD.match(line)
            if declaration:
                yield number, namespace, declaration.group(1)


def check_twins(tree):
    for (namespace, name), files in sorted(declared_types(tree).items()):
        if len(files) > 1:
            yield f"{namespace}::{name} is declared in {' and in '.join(sorted(files))}"


def check_results(tree):
    """Result and its like are classes that say [[nodiscard]]; boost's own does not."""
    for name in tree.sources:
        if not is_in_room(name):
            continue
        for number, line in tree.lines(name):
            if OUTCOME.match(line):
                yield f"{name}:{number}: boost::system::result may be ignored; derive a [[nodiscard]] class"
            if re.match(r"class (?!\[\[nodiscard\]\])[^;{]*: public boost::system::result<", line):
                yield f"{name}:{number}: a Result that is not [[nodiscard]]"

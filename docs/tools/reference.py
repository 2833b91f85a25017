#!/usr/bin/python3
"""Writes the pages of docs/reference, and the list of operations in README.md, from the program's help,
its routes and its replies.

usage: reference.py [--check] BINARY

--check only compares the pages, and fails with the differences if a page is out of date. The last line is
then `N passed, N failed`, in pages.
"""
import argparse
import difflib
import json
import os
import re
import sys
import textwrap
import urllib.error
import urllib.request
from pathlib import Path

import help_text
from running_server import running_server

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ROOT / "docs" / "reference"
README = ROOT / "README.md"
README_LIST = re.compile(r"(<!-- operations: begin -->\n).*?(<!-- operations: end -->\n)", re.DOTALL)
FAMILIES = ROOT / "protocol" / "operations"
LIST = FAMILIES / "requests" / "operation_list.cpp"
NOT_BUILT = ROOT / "docs" / "differences" / "not_built.json"
# The server is on this machine, so a configured proxy must not be used.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
OPTION_HEAD = ["option", "meaning", "default", "environment"]
NOTE = "<!-- Written by ./dev reference from what the program says. Edits are lost. -->"


def cell(text):
    return text.replace("|", "\\|")


def code(text):
    return f"`{cell(text)}`" if text else ""


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(re.sub(r"  +", " ", line) for line in lines) + "\n"


def page(title, *parts):
    return "\n".join([f"# {title}", NOTE, "", *parts])


def option_rows(arguments):
    return [[code(a.usage), cell(a.text), code(a.default), code(a.environment)] for a in arguments]


def subcommand_parts(binary, subcommands):
    """Yields a section for each subcommand that has its own options, except ctl, which has its own page."""
    for name in (one.name for one in subcommands if one.name not in ("serve", "ctl")):
        parsed = help_text.help_of(binary, name)
        own = [a for arguments in parsed.sections.values() for a in arguments if "--help" not in a.name]
        if own:
            yield f"## stator {name}\n"
            yield f"{parsed.sentence.rstrip('.')}.\n"
            yield table(OPTION_HEAD, option_rows(own))


def options_page(binary):
    parsed = help_text.help_of(binary)
    parts = [
        "`stator [OPTIONS]` serves until it is stopped. An option counts more than its environment variable.\n"
        "DynamoDB Local's spellings (`-inMemory`, `-sharedDb`, `-dbPath` …) are understood as well:\n"
        "[coming from DynamoDB Local](../migrate/dynamodb-local.md).\n"
    ]
    for section, arguments in parsed.sections.items():
        if section == "Subcommands":
            rows = [[code(f"stator {a.name}"), cell(a.text)] for a in arguments]
            parts += ["## Subcommands\n", table(["command", ""], rows), *subcommand_parts(binary, arguments)]
        else:
            title = "Serving" if section == "Options" else section
            parts += [f"## {title}\n", table(OPTION_HEAD, option_rows(arguments))]
    return page("Options of stator", *parts)


def argument_text(argument):
    usage = argument.usage if argument.is_required else f"[{argument.usage}]"
    return f"{code(usage)} {cell(argument.text)}".strip()


def verb_row(binary, *words):
    parsed = help_text.help_of(binary, "ctl", *words)
    options = [a for a in parsed.of("Options") if "--help" not in a.name]
    arguments = parsed.of("Positionals") + options
    return [code(" ".join(words)), cell(parsed.sentence), "<br>".join(map(argument_text, arguments))]


def ctl_page(binary):
    root = help_text.help_of(binary, "ctl")
    general = [a for a in root.of("Options") if "--help" not in a.name]
    parts = [
        "`stator ctl COMMAND` works the laboratory of a running server through the [admin API](../ADMIN.md), whose\n"
        "page says how times, lags and JSON are written. It exits with 0 for success; with 1 and a sentence when\n"
        "the server refuses, an assertion does not hold or no server answers; with 2 for wrong usage.\n",
        table(OPTION_HEAD, option_rows(general)),
    ]
    head = ["command", "what it does", "arguments"]
    single = []
    for topic in root.of("Subcommands"):
        verbs = help_text.help_of(binary, "ctl", topic.name).of("Subcommands")
        if not verbs:
            single.append(verb_row(binary, topic.name))
            continue
        rows = [verb_row(binary, topic.name, verb.name) for verb in verbs]
        parts += [f"## {topic.name}\n", f"{topic.text}.\n", table(head, rows)]
    return page("stator ctl", *parts, "## Commands of one word\n", table(head, single))


def get_json(url):
    with OPENER.open(url) as answer:
        return json.load(answer)


def resolved(schema, openapi):
    """Returns the schema, or the schema that it refers to."""
    name = schema.get("$ref", "").rpartition("/")[2]
    return openapi["components"]["schemas"][name] if name else schema


def members_of(operation, openapi):
    """Returns the names of the members of a request's body, required ones first."""
    content = operation.get("requestBody", {}).get("content", {})
    schema = resolved(content.get("application/json", {}).get("schema", {}), openapi)
    needed = schema.get("required", [])
    properties = dict(schema.get("properties", {}))
    for part in schema.get("allOf", []) + schema.get("oneOf", []) + schema.get("anyOf", []):
        properties.update(resolved(part, openapi).get("properties", {}))
    optional = [f"{name}?" for name in properties if name not in needed]
    return [*needed, *optional]


def takes(path, operation, openapi):
    shared = openapi["paths"][path].get("parameters", []) + operation.get("parameters", [])
    names = [p["name"] for p in shared if p.get("in") == "query"]
    said = [code("?" + "&".join(f"{name}=" for name in names))] if names else []
    members = members_of(operation, openapi)
    return " ".join(said + ([code("{" + ", ".join(members) + "}")] if members else []))


def admin_page(url):
    openapi, index = get_json(f"{url}/_stator/openapi.json"), get_json(f"{url}/_stator/v1")
    by_tag = {tag["name"]: [] for tag in openapi["tags"]}
    routes = [(r["method"], r["path"]) for r in index["routes"]] + [("GET", "/health"), ("GET", "/ready")]
    for method, path in routes:
        operation = openapi["paths"][path][method.lower()]
        row = [code(f"{method} {path}"), cell(operation["summary"]), takes(path, operation, openapi)]
        by_tag[operation["tags"][0]].append(row)
    parts = [
        "Every route that the program has. [The admin API](../ADMIN.md) says how to use them; a running server has\n"
        "the same with types and examples at `/_stator/openapi.json`. A member with `?` may be left out.\n"
    ]
    for tag in openapi["tags"]:
        parts += [f"## {tag['name']}\n", f"{tag['description']}.\n"]
        parts.append(table(["route", "what it does", "takes"], by_tag[tag["name"]]))
    return page("Routes of the admin API", *parts)


def traits():
    """Returns each operation's declared traits, in the order of the list: name → {member: text}."""
    declared = {}
    for header in FAMILIES.glob("*/*.hpp"):
        for spec in re.findall(r"OperationSpec<[^;]*?>\s+k\w+\s*\{([^;]*)\};", header.read_text()):
            name = re.search(r'"(\w+)"', spec)[1]
            members = dict(re.findall(r"\.(\w+) = ([^,}]+)", spec))
            access = re.search(r"Access::\w+", spec)[0]
            declared[name] = members or {"plane": "Plane::Control", "access": access}
            declared[name].pop("name", None)
    return {name: declared[name] for name in re.findall(r"listed\(\w+::k(\w+)\)", LIST.read_text())}


def plane_of(trait):
    return trait.get("plane", "Plane::Control").rpartition(":")[2].lower()


def is_answered(url, operation, is_of_streams):
    """Returns whether the dispatcher knows the operation, which it checks before anything else."""
    target = "DynamoDBStreams_20120810" if is_of_streams else "DynamoDB_20120810"
    scope = "20260101/us-east-1/dynamodb/aws4_request"
    headers = {
        "X-Amz-Target": f"{target}.{operation}",
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Date": "20260101T000000Z",
        "Authorization": f"AWS4-HMAC-SHA256 Credential=k/{scope}, SignedHeaders=host, Signature=0",
    }
    request = urllib.request.Request(url, data=b"{}", headers=headers)
    try:
        with OPENER.open(request):
            return True
    except urllib.error.HTTPError as refusal:
        return "UnknownOperationException" not in refusal.read().decode()


def remarks(trait):
    said = []
    if "unprocessed" in trait:
        said.append(f"a batch: what was not done comes back as `{trait['unprocessed'].strip(chr(34))}`")
    if trait.get("is_transaction") == "true":
        said.append("a transaction")
    page_members = {"kKeyPage": "`LastEvaluatedKey`", "kTokenPage": "`NextToken`"}.get(trait.get("page"))
    return "; ".join(said + ([f"in pages, by {page_members}"] if page_members else []))


def operations_page(url):
    declared, missing = traits(), json.loads(NOT_BUILT.read_text())
    refused = [name for part in missing for name in part["operations"]]
    for name in [*declared, *refused]:
        is_of_streams = plane_of(declared.get(name, {})) == "streams"
        if is_answered(url, name, is_of_streams) != (name in declared):
            raise SystemExit(f"reference: what {LIST.name} and {NOT_BUILT.name} say of {name} is not so")
    rows = []
    for name, trait in declared.items():
        access = trait.get("access", "Access::Reads").rpartition(":")[2].lower()
        rows.append([code(name), plane_of(trait), access.replace("either", "reads or writes"), remarks(trait)])
    refusals = []
    if missing:
        not_built = [[", ".join(map(code, part["operations"])), part["what"]] for part in missing]
        refusals = ["## Refused\n", table(["operations", "what they are for"], not_built)]
    return page(
        "Operations",
        f"Stator answers {len(declared)} operations of DynamoDB's API, each with all its parameters, and refuses\n"
        f"{len(refused) or 'none'} with `UnknownOperationException`, as DynamoDB refuses a name it does not know. How the answers\n"
        "differ from AWS: [known differences](../DIFFERENCES.md).\n",
        "## Answered\n",
        table(["operation", "plane", "access", ""], rows),
        *refusals,
    )


def readme():
    """Returns README.md with the current list of operations."""
    declared = traits()
    planes = {"data": "on items", "streams": "on streams", "control": "on tables and their settings"}
    lines = [f"{len(declared)} operations:", ""]
    for plane, what in planes.items():
        names = [name for name, trait in declared.items() if plane_of(trait) == plane]
        lines += textwrap.wrap(f"- {what}: {', '.join(names)}", 110, subsequent_indent="  ", break_on_hyphens=False)
    text, count = README_LIST.subn(lambda marks: marks[1] + "\n".join(lines) + "\n" + marks[2], README.read_text())
    if count != 1:
        raise SystemExit("reference: README.md has not one list of operations between its marks")
    return text


def all_pages(binary):
    with running_server(binary) as url:
        return {
            PAGES / "options.md": options_page(binary),
            PAGES / "ctl.md": ctl_page(binary),
            PAGES / "admin-api.md": admin_page(url),
            PAGES / "operations.md": operations_page(url),
            README: readme(),
        }


def compare(pages):
    failed = 0
    for path, text in pages.items():
        name = path.name
        there = path.read_text() if path.exists() else ""
        if there == text:
            print(f"{name}: up to date")
            continue
        failed += 1
        print(f"{name}: out of date; ./dev reference writes it anew")
        lines = difflib.unified_diff(there.splitlines(), text.splitlines(), name, "the program", lineterm="", n=0)
        print("\n".join(lines))
    print(f"{len(pages) - failed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary", type=os.path.abspath)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    options = parser.parse_args()
    pages = all_pages(options.binary)
    if options.check:
        return compare(pages)
    PAGES.mkdir(exist_ok=True)
    for path, text in pages.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

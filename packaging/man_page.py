#!/usr/bin/python3
"""Prints stator(1), made of what the program says of itself.

usage: man_page.py BINARY VERSION

Options and commands come from `stator --help` and that of `stator ctl` and its commands; only what
no help says is written here.
"""
import datetime
import os
import re
import subprocess
import sys

HEADING = re.compile(r"^([A-Z][A-Za-z ]*):$")
# Help begins in this column, or on the next line where the option is longer.
HELP_COLUMN = 30

FILES = [
    ("stator.db", "the data file, in the directory given by \\fB--db-path\\fR"),
    ("stator.log", "what has been written since the data file was last brought up to date"),
    ("stator-snapshots/", "snapshots, unless \\fB--snapshots\\fR names another directory"),
]
EXITS = [
    ("0", "stopped by SIGTERM, SIGINT or the end of its parent; everything acknowledged is kept"),
    ("1", "a port, a file or a write failed; a sentence on the standard error says what to do"),
    ("2", "the command line is wrong; a sentence says what would be right"),
]
EXAMPLE = """\
stator \\-\\-port 8000 &
export AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000
export AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test AWS_DEFAULT_REGION=us\\-east\\-1
aws dynamodb list\\-tables
stator ctl clock advance 48h"""


def help_of(binary, words):
    """Returns a command's help, without the influence of this process's environment variables."""
    bare = {name: text for name, text in os.environ.items() if not name.startswith("STATOR_")}
    command = [binary, *words, "--help"]
    return subprocess.run(command, env=bare, check=True, capture_output=True, text=True).stdout


def sections_of(text):
    """Returns the named lists of a help text, as {heading: [(term, explanation)]}."""
    sections, rows = {}, None
    for line in text.splitlines():
        heading = HEADING.match(line)
        if heading:
            rows = sections.setdefault(heading.group(1), [])
        elif rows is None or not line.strip():
            continue
        elif line.startswith(" " * HELP_COLUMN):
            term, explanation = rows[-1]
            rows[-1] = (term, f"{explanation} {line.strip()}".strip())
        else:
            term, _, explanation = line.strip().partition("  ")
            variable = re.match(r"(.*\(Env:\w+\)) (\S.*)", term)
            if variable:
                term, explanation = variable.groups()
            rows.append((term.strip(), explanation.strip()))
    return sections


def roff(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


def line(text):
    """Returns a line of text, escaped so that roff does not interpret it as a request."""
    return "\\&" + roff(text) if text.startswith(".") else roff(text)


def bold(text):
    return f"\\fB{roff(text)}\\fR"


def term_of(term):
    """Formats --port UINT:INT in [0 - 65535]=8000 (Env:STATOR_PORT) in bold and italics, with its variable."""
    variable = re.search(r"\(Env:(\w+)\)", term)
    term = re.sub(r"\s*\(Env:\w+\)", "", term)
    name, _, value = term.partition(" ")
    value = re.sub(r"^(UINT|INT|FLOAT|TEXT):(?=[A-Z{])", "", value)
    return bold(name) + (f" \\fI{roff(value)}\\fR" if value else ""), variable and variable.group(1)


def options_of(rows):
    for term, explanation in rows:
        marked, variable = term_of(term)
        yield ".TP"
        yield marked
        yield line(explanation) + "." + (f" Variable: {roff(variable)}." if variable else "")


def commands_of(binary):
    """Returns the commands of `stator ctl` with their options."""
    for topic, explanation in sections_of(help_of(binary, ["ctl"]))["Subcommands"]:
        below = sections_of(help_of(binary, ["ctl", topic]))
        verbs = below.get("Subcommands")
        if not verbs:
            yield from command_of(topic, explanation, below)
            continue
        for verb, text in verbs:
            yield from command_of(
                f"{topic} {verb}", text, sections_of(help_of(binary, ["ctl", topic, verb]))
            )


def command_of(words, explanation, sections):
    operands = [term.partition(" ")[0] for term, _ in sections.get("Positionals", [])]
    yield ".TP"
    yield bold(words) + "".join(f" \\fI{roff(name.upper())}\\fR" for name in operands)
    rows = [
        row for row in sections.get("Positionals", []) + sections.get("Options", [])
        if not row[0].startswith("-h")
    ]
    yield line(explanation) + "."
    for term, text in rows:
        name = term.partition(" ")[0]
        shown = bold(name) if name.startswith("-") else f"\\fI{roff(name.upper())}\\fR"
        yield ".br"
        yield f"{shown}: {roff(text)}"


def table(rows):
    for term, explanation in rows:
        yield from [".TP", f"\\fB{roff(term)}\\fR", explanation]


def page(binary, version):
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", 0))
    date = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%d")
    server = sections_of(help_of(binary, []))
    yield f'.TH STATOR 1 "{date}" "stator {version}" "User Commands"'
    yield from [".SH NAME", "stator \\- local DynamoDB\\-compatible server for tests", ".SH SYNOPSIS"]
    yield from [".B stator", "[\\fIOPTION\\fR]...", ".br"]
    yield from [".B stator ctl", "[\\fIOPTION\\fR]... \\fICOMMAND\\fR [\\fIARGUMENT\\fR]..."]
    yield ".SH DESCRIPTION"
    yield "Any AWS SDK, command line, ORM or tool can be pointed at Stator instead of Amazon DynamoDB."
    yield "It keeps everything in memory unless it is given a directory. Any access key is accepted."
    yield "Once it answers requests it prints one line that says where. DynamoDB Local\\(aqs own flags"
    yield "(\\fB\\-port\\fR, \\fB\\-inMemory\\fR, \\fB\\-sharedDb\\fR, \\fB\\-dbPath\\fR) work too."
    yield "It is not a production database."
    yield from [".SH OPTIONS", *options_of(server["Options"])]
    yield from [".SH LABORATORY", *options_of(server["Laboratory"])]
    yield ".SH COMMANDS"
    yield "\\fBstator ctl\\fR works the laboratory of a running server by its admin API. The server is that"
    yield "of \\fB\\-\\-endpoint\\fR, or of the variable STATOR_ENDPOINT, or on STATOR_PORT of this machine."
    yield from commands_of(binary)
    yield from [".SH FILES", *table(FILES), ".SH EXIT STATUS", *table(EXITS)]
    yield from [".SH EXAMPLES", ".EX", EXAMPLE, ".EE"]
    yield from [".SH SEE ALSO", ".BR aws (1)"]


def main():
    if len(sys.argv) != 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    sys.stdout.reconfigure(encoding="utf-8")
    print("\n".join(page(os.path.abspath(sys.argv[1]), sys.argv[2])))
    return 0


if __name__ == "__main__":
    sys.exit(main())

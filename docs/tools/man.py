#!/usr/bin/python3
"""Creates the man pages stator(1) and stator-ctl(1) with pandoc.

usage: man.py [OUTPUT]

The prose is in man/*.md. Options and commands are the tables of docs/reference, which are generated from the
program, so that the man pages, the site and --help have the same text. This script does not need the binary.
"""
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
REFERENCE = ROOT / "docs" / "reference"
PLACE = "<!-- options -->"
CELL_BORDER = re.compile(r"(?<!\\)\|")


def cells(line):
    """Returns the cells of a table row as text."""
    parts = CELL_BORDER.split(line)[1:-1]
    return [part.strip().replace("\\|", "|") for part in parts]


def plain(text):
    """Returns the text with all characters escaped that have a meaning in Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#$^~@'\"-])", r"\\\1", text)


def bold(code):
    """Formats `--port N`: the name in bold, the placeholder of the value in italics."""
    name, _, value = code.strip("`").partition(" ")
    return f"**{plain(name)}**" + (f" *{plain(value)}*" if value else "")


def option_item(option, meaning, default, environment):
    notes = [f"default {default}" if default else "", environment and f"environment {environment}"]
    said = "; ".join(note.replace("`", "") for note in notes if note)
    return f"{bold(option)}\n:   {plain(meaning)}" + (f" ({plain(said)})" if said else "") + "\n"


def argument_lines(arguments):
    for argument in filter(None, arguments.split("<br>")):
        usage, _, meaning = argument.strip("`").partition("`")
        yield f"    {bold(usage)}\n    :   {plain(meaning.strip())}\n"


def command_item(command, meaning, arguments):
    usage = plain(command.strip("`"))
    return "\n".join([f"**{usage}**\n:   {plain(meaning)}\n", *argument_lines(arguments)])


ITEMS = {"option": option_item, "command": command_item}


def definitions(page):
    """Returns the page's tables as definition lists, under the page's headings. Omits the table of
    subcommands (commands without arguments), which does not belong in a man page of options.
    """
    parts, item = [], None
    for line in page.splitlines():
        row = cells(line) if line.startswith("|") else []
        if line.startswith("## "):
            heading = line.removeprefix("## ").upper()
        elif row and row[0] in ITEMS:
            item = ITEMS[row[0]] if len(row) > 2 else None
            if item:
                parts.append(f"\n# {heading if parts else 'OPTIONS'}\n")
        elif row and item and not row[0].startswith("-"):
            parts.append(item(*row))
    return "\n".join(parts)


def version():
    declared = re.search(r"project\(\s*stator\s+VERSION\s+(\S+)", (ROOT / "CMakeLists.txt").read_text(), re.IGNORECASE)
    return declared.group(1) if declared else ""


def make(name, page, output):
    text = (HERE / "man" / f"{name}.md").read_text()
    if PLACE not in text:
        raise SystemExit(f"man: man/{name}.md has no line {PLACE}")
    text = text.replace(PLACE, definitions((REFERENCE / page).read_text()))
    title = ["-M", f"title={name.upper()}", "-M", "section=1", "-M", f"footer=Stator {version()}".strip()]
    command = ["pandoc", "--standalone", "--from", "markdown-smart", "--to", "man", *title, "-o", output / f"{name}.1"]
    subprocess.run(command, input=text, text=True, check=True)


def main():
    output = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "man")
    output.mkdir(parents=True, exist_ok=True)
    make("stator", "options.md", output)
    make("stator-ctl", "ctl.md", output)
    print(f"stator.1 and stator-ctl.1 in {output}")


if __name__ == "__main__":
    main()

"""Parses the output of the program's --help."""
import re
import subprocess
from dataclasses import dataclass, field

# "  --port UINT:INT in [0 - 65535]=8000 (Env:STATOR_PORT)   Port to listen on"
ARGUMENT = re.compile(
    r"  (?P<names>\S+)"
    r"(?: (?P<type>(?:[A-Z]+|\{)[^\s=]*(?: in \[[^\]]*\])?)(?:=(?P<default>\S+))?)?"
    r"(?P<required> REQUIRED)?"
    r"(?: \(Env:(?P<env>\w+)\))?"
    r"(?:\s+(?P<text>\S.*))?$"
)
SECTION = re.compile(r"([A-Z][\w ]*):$")


@dataclass
class Argument:
    """An option, a positional or a subcommand."""

    name: str
    value: str = ""
    default: str = ""
    environment: str = ""
    text: str = ""
    is_required: bool = False

    @property
    def usage(self):
        return f"{self.name} {self.value}".strip()


@dataclass
class Help:
    """The contents of --help: a sentence, and the arguments by section."""

    sentence: str
    sections: dict = field(default_factory=dict)

    def of(self, section):
        return self.sections.get(section, [])


def value_of(type_text):
    """'INT in [0 - 65535]' → '0…65535', 'TEXT:{off,aws}' and '{off,aws}' → 'off|aws', 'TEXT' → 'TEXT'."""
    if not type_text:
        return ""
    choices = re.fullmatch(r"(?:[A-Z]+:)?\{([^}]*)\}", type_text)
    if choices:
        return choices.group(1).replace(",", "|")
    limits = re.search(r"in \[(\S+) - (\S+)\]", type_text)
    return f"{limits.group(1)}…{limits.group(2)}" if limits else {"UINT": "N", "INT": "N"}.get(type_text, type_text)


def argument_of(line):
    match = ARGUMENT.fullmatch(line)
    if match is None:
        raise ValueError(f"this line of a help text is not understood: {line!r}")
    return Argument(
        match["names"],
        value_of(match["type"]),
        match["default"] or "",
        match["env"] or "",
        match["text"] or "",
        bool(match["required"]),
    )


def parse(text):
    sentence, _, rest = text.partition("\nUsage:")
    parsed, section = Help(sentence.strip()), None
    for line in rest.splitlines()[1:]:
        heading = SECTION.fullmatch(line)
        if heading:
            section = parsed.sections.setdefault(heading.group(1), [])
        elif line.startswith(" " * 10):
            section[-1].text = f"{section[-1].text} {line.strip()}".strip()
        elif line.strip():
            section.append(argument_of(line))
    return parsed


def help_of(binary, *words):
    """Returns the parsed help of a command. Raises CalledProcessError if the command does not exist."""
    command = [binary, *words, "--help"]
    environment = {"PATH": "/usr/bin:/bin"}  # no STATOR_ENDPOINT etc.: help shows them as defaults
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return parse(done.stdout)

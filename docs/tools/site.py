#!/usr/bin/python3
"""Builds the documentation site: static pages that require neither a server nor a network.

usage: site.py [OUTPUT]

The pages are read from a copy of the tree with the same layout, so that their links have the same targets
as in the repository. Every warning of Sphinx is an error: a link to a missing page or heading fails the
build.
"""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STAGE = ROOT / "build" / "site-source"
SEEDS = ("README.md", "docs/**/*.md")
NOT_PAGES = ("docs/tools/", "docs/differences/")
PICTURES = (".png", ".webp", ".svg")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
TITLED = re.compile(r'^(```+)(\S+) +title="([^"]+)"$', re.MULTILINE)
FENCE = re.compile(r"(\s*)(```+)")


def prose_lines(text):
    """Yields the lines of a page, each with a flag: True for prose, False inside a fenced block."""
    fence = None
    for line in text.splitlines():
        match = FENCE.match(line)
        if match and fence is None:
            fence = match.group(2)
            yield line, False
        elif match and line.strip().startswith(fence):
            fence = None
            yield line, False
        else:
            yield line, fence is None


def target_of(page, link):
    """Returns the target of a page's link as a path within the repository, or None for an external address."""
    if re.match(r"[a-z]+:", link):
        return None
    return (ROOT / page).parent.joinpath(link).resolve().relative_to(ROOT).as_posix()


def links_of(page):
    for line, is_prose in prose_lines((ROOT / page).read_text()):
        for match in LINK.finditer(line) if is_prose else ():
            target = target_of(page, match.group(3))
            if target is not None:
                yield target


def reachable():
    """Returns the pages and pictures of the site: those of docs/ and all that they link to, transitively."""
    found, waiting = {}, []
    for pattern in SEEDS:
        waiting += sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern))
    while waiting:
        name = waiting.pop(0)
        if name in found or name.startswith(NOT_PAGES) or not (ROOT / name).is_file():
            continue
        if name.endswith(".md"):
            found[name] = "page"
            waiting += links_of(name)
        elif name.endswith(PICTURES):
            found[name] = "picture"
    return found


def without_source_links(page, text, found):
    """Replaces links to sources and folders with plain text, because the site contains only pages. A link to
    a path that is not in the repository is kept, so that Sphinx reports it.
    """

    def keep(match):
        target = target_of(page, match.group(3))
        is_elsewhere = target is None or target in found or not (ROOT / target).exists()
        return match.group(0) if is_elsewhere else match.group(2)

    lines = (LINK.sub(keep, line) if is_prose else line for line, is_prose in prose_lines(text))
    return "\n".join(lines) + "\n"


def with_captions(text):
    """Converts the title of a block to a Sphinx caption."""
    return TITLED.sub(r"\1{code-block} \2\n:caption: \3\n", text)


def contents(pages):
    """Yields (caption, pages) in the order of contents.json, without missing pages."""
    named = set()
    for part in json.loads((HERE / "contents.json").read_text()):
        chosen = []
        for pattern in part["pages"]:
            fitting = [page for page in sorted(pages) if PurePosixPath(page).match(pattern)]
            chosen += [page for page in fitting if page not in named]
            named.update(fitting)
        if chosen:
            yield part["caption"], chosen
    rest = sorted(page for page in pages if page not in named and page != "README.md")
    of_docs = [page for page in rest if page.startswith("docs/")]
    if of_docs:
        yield "More", of_docs
    yield "Rooms", [page for page in rest if page not in of_docs]


def toctrees(pages):
    parts = []
    for caption, names in contents(pages):
        listed = "\n".join(name.removesuffix(".md") for name in names)
        parts.append(f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n")
    return "".join(parts)


def lay_out():
    """Fills the staging folder with the pages and pictures."""
    shutil.rmtree(STAGE, ignore_errors=True)
    found = reachable()
    pages = [name for name, kind in found.items() if kind == "page"]
    for name, kind in found.items():
        place = STAGE / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if kind == "picture":
            shutil.copyfile(ROOT / name, place)
            continue
        text = with_captions(without_source_links(name, (ROOT / name).read_text(), found))
        place.write_text(text + (toctrees(pages) if name == "README.md" else ""))
    return len(pages)


def main():
    output = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site").resolve()
    count = lay_out()
    shutil.rmtree(output, ignore_errors=True)
    command = ["sphinx-build", "-q", "-W", "--keep-going", "-j", "auto", "-b", "html", "-c", str(HERE)]
    status = subprocess.run([*command, "-d", str(STAGE) + "-doctrees", str(STAGE), str(output)]).returncode
    if status:
        return status
    shutil.copyfile(output / "README.html", output / "index.html")
    print(f"{count} pages in {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

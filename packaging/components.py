#!/usr/bin/python3
"""Says what the static program is made of besides Stator's own code: from how it was linked.

usage: components.py licences BUILD
       components.py check BUILD
       components.py bill BUILD PROGRAM ARCHITECTURE

BUILD is the build folder of the program, which Ninja filled. Archives are those of the link command
and of the compiler's runtime; libraries of headers alone are those that its objects have read. Each
belongs to a package of Debian, whose copyright file names its licence. A library that kComponents does
not judge is an error: somebody has to read its licence first.

licences prints docs/LICENSES.md. check fails when that page or packaging/copyright lacks something.
bill prints the bill of materials of PROGRAM, as SPDX 2.3 in JSON: the same program, the same bytes.
"""
import argparse
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "LICENSES.md"
NOTICES = ROOT / "packaging" / "copyright"
DOCUMENTS = Path("/usr/share/doc")

# By Debian source package: the library's name, the SPDX licence of the linked code, the name of
# that licence in Debian's copyright file ("" if the file is free text), and the library's home
# page.
COMPONENTS = {
    "abseil": ("Abseil", "Apache-2.0", "Apache-2.0", "https://abseil.io"),
    "boost1.81": ("Boost", "BSL-1.0", "BSL-1.0", "https://www.boost.org"),
    "cli11": ("CLI11", "BSD-3-Clause", "BSD-3-clause", "https://github.com/CLIUtils/CLI11"),
    "fmtlib": ("fmt", "MIT", "Expat with embedded exception", "https://fmt.dev"),
    "gcc-12": ("GCC's runtime libraries", "GPL-3.0-or-later WITH GCC-exception-3.1", "", "https://gcc.gnu.org"),
    "glibc": ("GNU C Library", "LGPL-2.1-or-later", "", "https://www.gnu.org/software/libc"),
    "libdeflate": ("libdeflate", "MIT", "Expat", "https://github.com/ebiggers/libdeflate"),
    "libzstd": ("Zstandard", "BSD-3-Clause", "BSD-3-clause or GPL-2", "https://facebook.github.io/zstd"),
    "node-react": ("React", "MIT", "Expat", "https://react.dev"),
    "openssl": ("OpenSSL", "Apache-2.0", "Apache-2.0", "https://www.openssl.org"),
    "rapidjson": ("RapidJSON", "MIT", "Expat", "https://rapidjson.org"),
    "spdlog": ("spdlog", "MIT", "Expat", "https://github.com/gabime/spdlog"),
    "sqlite3": ("SQLite", "blessing", "public-domain", "https://sqlite.org"),
    "xxhash": ("xxHash", "BSD-2-Clause", "BSD-2-clause", "https://xxhash.com"),
    "zlib": ("zlib", "Zlib", "Zlib", "https://zlib.net"),
}
# The page of the console, bundled by esbuild, is part of the program.
SCRIPTS = ["node-react", "node-react-dom", "node-scheduler"]
# Declarations of the kernel's interface. Programs that include them contain none of its code.
NO_CODE = {"linux"}
RUNTIME = ["libc.a", "libm.a", "libstdc++.a", "libgcc.a", "libgcc_eh.a", "libatomic.a"]


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Component:
    def __init__(self, source):
        if source not in COMPONENTS:
            sys.exit(f"components: {source} is linked and nobody has judged its licence; see COMPONENTS.")
        self.source = source
        self.name, self.licence, self.debian_licence, self.homepage = COMPONENTS[source]
        self.packages = {}  # Debian package → version
        self.archives = set()

    @property
    def version(self):
        """The upstream version, without Debian's epoch and revision."""
        version = sorted(self.packages.values())[0]
        return re.sub(r"[+~-](ds|dfsg|deb).*$", "", version.split(":")[-1].rsplit("-", 1)[0])

    def copyright_file(self):
        for package in sorted(self.packages):
            file = DOCUMENTS / package / "copyright"
            if file.exists():
                return file.read_text(encoding="utf-8", errors="replace")
        sys.exit(f"components: no copyright file of {self.source} is installed.")


class Build:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        if not (self.folder / "build.ninja").exists():
            sys.exit(f"components: {folder} is no build folder of Ninja's.")
        self.link = run("ninja", "-C", str(self.folder), "-t", "commands", "stator").splitlines()[-1].split()
        self.compiler = next(word for word in self.link if word.endswith(("g++", "clang++", "c++")))

    def archives(self):
        found = {word for word in self.link if word.startswith("/") and word.endswith(".a")}
        for name in RUNTIME:
            place = run(self.compiler, f"-print-file-name={name}").strip()
            if os.path.isabs(place):
                found.add(place)
        return {os.path.realpath(place) for place in found}

    def headers(self):
        objects = set(run("ninja", "-C", str(self.folder), "-t", "inputs", "stator").split())
        found = set()
        belongs = False
        for line in run("ninja", "-C", str(self.folder), "-t", "deps").splitlines():
            if line.startswith(" "):
                place = line.strip()
                if belongs and "/usr/" in place:
                    found.add(os.path.realpath(os.path.join(self.folder, place)))
            elif line:
                belongs = line.split(":")[0] in objects
        return found


def place_here(place):
    """Returns the path of the same file for this machine's architecture, and the root that contains it."""
    sysroot, mark, rest = place.partition("/usr/")
    if not sysroot:
        return place, ""
    machine = run("gcc", "-print-multiarch").strip()
    return mark + re.sub(r"(lib|include)/[a-z0-9_]+-linux-gnu/", rf"\1/{machine}/", rest), sysroot


def owners(places):
    """Returns the package of each file."""
    here = {place: place_here(place)[0] for place in places}
    wanted = sorted(set(here.values()))
    answer = subprocess.run(["dpkg", "-S", *wanted], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    package_of = {}
    for line in answer.stdout.splitlines():
        names, _, place = line.partition(": ")
        if not line.startswith("diversion"):
            package_of[place] = names.split(",")[0].split(":")[0]
    return {place: package_of.get(known) for place, known in here.items()}


def version_of(package, sysroot):
    if sysroot:
        log = Path(sysroot + str(DOCUMENTS / package / "changelog.Debian.gz"))
        if log.exists():
            with gzip.open(log, "rt", encoding="utf-8") as text:
                return text.readline().split("(")[1].split(")")[0]
    return run("dpkg-query", "-W", "-f", "${Version}", package)


def components_of(build):
    archives = build.archives()
    places = archives | build.headers()
    found = {}

    def add(package, sysroot):
        source = run("dpkg-query", "-W", "-f", "${source:Package}", package)
        source = re.sub(r"-cross(-ports)?$", "", source)
        source = {"cross-toolchain-base": "glibc", "gcc-12-cross": "gcc-12"}.get(source, source)
        if source in NO_CODE:
            return None
        component = found.setdefault(source, Component(source))
        component.packages.setdefault(package, version_of(package, sysroot))
        return component

    known = {}
    for place, package in owners(places).items():
        if package is None:
            if place in archives:
                sys.exit(f"components: no package has {place}.")
            continue
        if package not in known:
            known[package] = add(package, place_here(place)[1])
        if known[package] is not None and place in archives:
            known[package].archives.add(place)
    for package in SCRIPTS:
        add(package, "")
    return sorted(found.values(), key=lambda component: component.name.lower())


def stanzas(text):
    """Returns the stanzas of a machine-readable copyright file, each as the texts of its fields."""
    for block in re.split(r"\n[ \t]*\n", text):
        fields = {}
        name = None
        for line in block.splitlines():
            if line[:1] in (" ", "\t") and name:
                fields[name] += "\n" + line.strip()
            elif ":" in line:
                name, _, value = line.partition(":")
                fields[name] = value.strip()
        yield fields


def judged(component):
    """Returns the copyright holders and the licence's text. Error: COMPONENTS contradicts Debian's file."""
    text = component.copyright_file()
    if not component.debian_licence:
        expected = {"glibc": "GNU Lesser General Public", "gcc-12": "GCC Runtime Library Exception"}
        phrase = expected[component.source]
        if phrase not in " ".join(text.split()):
            sys.exit(f"components: the copyright file of {component.source} has no '{phrase}' any more.")
        return "Free Software Foundation, Inc.", ""
    holders, words = "", ""
    names = set()
    for fields in stanzas(text):
        licence, _, body = fields.get("License", "").partition("\n")
        names.add(licence)
        if licence != component.debian_licence:
            # For files under "A or B", the text of A contains the details.
            if licence == component.debian_licence.split(" or ")[0] and body:
                words = words or body
            continue
        if "Files" in fields and (fields["Files"].split()[:1] == ["*"] or not holders):
            holders = fields.get("Copyright", "")
        words = words or body
    if component.debian_licence not in names:
        sys.exit(f"components: the copyright file of {component.source} has no {component.debian_licence}.")
    return holders or "Public domain", words


def holders_in_a_line(holders):
    """Returns the first holders. Debian's copyright file lists all of them."""
    lines = [re.sub(r"^(Copyright )?\(?[cC]?\)? *", "", " ".join(line.split()).strip(" ,")) for line in holders.splitlines()]
    lines = [line for line in lines if line]
    return "; ".join(lines[:3]) + (" and others" if len(lines) > 3 else "")


def licences_page(components):
    lines = [
        "# Licences of what the program contains",
        "",
        "Stator is under the Apache License 2.0. Its program is linked statically, so that it contains parts of the libraries",
        "below, as Debian 12 has them. This page is written by `packaging/components.py licences` from how the program was",
        "linked and from Debian's copyright files; packages install it, and their bill of materials (SPDX) has the versions.",
        "",
        "| library | licence | copyright |",
        "|---|---|---|",
    ]
    texts = {}
    for component in components:
        holders, words = judged(component)
        shown = holders_in_a_line(holders).replace("|", "/")
        lines.append(f"| [{component.name}]({component.homepage}) | `{component.licence}` | {shown} |")
        if words:
            texts.setdefault(words, []).append(component.name)
    lines += [
        "",
        "The GNU C Library may be replaced by another version of it: Stator's sources and `./dev package` link the program anew.",
        "The exception of GCC's runtime libraries lets programs that GCC compiled contain them under any licence.",
        "",
    ]
    for words, names in texts.items():
        lines += [f"## {', '.join(names)}", "", "```text"]
        lines += ["" if line == "." else line for line in words.splitlines()]
        lines += ["```", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def check(components):
    missing = [each.name for each in components if each.name not in NOTICES.read_text(encoding="utf-8")]
    if missing:
        sys.exit(f"components: packaging/copyright does not speak of {', '.join(missing)}.")
    page = PAGE.read_text(encoding="utf-8")
    for component in components:
        row = f"| [{component.name}]({component.homepage}) | `{component.licence}` |"
        if row not in page:
            sys.exit(f"components: docs/LICENSES.md has no row for {component.name}; write it anew.")
    print(f"{len(components)} components, each with its licence")


def checksums(file, *algorithms):
    content = Path(file).read_bytes()
    return [{"algorithm": name, "checksumValue": hashlib.new(name, content).hexdigest()} for name in algorithms]


def spdx_file(identifier, name, place, licence, kind):
    return {
        "SPDXID": identifier, "fileName": name, "fileTypes": [kind],
        "checksums": checksums(place, "SHA1", "SHA256"),
        "licenseConcluded": licence, "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION",
    }


def spdx_package(component):
    debian = [
        {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
         "referenceLocator": f"pkg:deb/debian/{package}@{version.replace(':', '%3A').replace('+', '%2B')}"}
        for package, version in sorted(component.packages.items())
    ]
    return {
        "SPDXID": f"SPDXRef-Package-{component.source}", "name": component.name,
        "versionInfo": component.version, "supplier": "Organization: Debian",
        "downloadLocation": component.homepage, "homepage": component.homepage, "filesAnalyzed": False,
        "licenseConcluded": component.licence, "licenseDeclared": component.licence,
        "copyrightText": holders_in_a_line(judged(component)[0]), "externalRefs": debian,
    }


def bill(components, program, architecture):
    version = re.search(r"^project\(stator VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
    moment = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), timezone.utc)
    digest = hashlib.sha256(Path(program).read_bytes()).hexdigest()
    homepage = re.search(r"^homepage=(\S+)", (ROOT / "packaging" / "project.sh").read_text(), re.M)[1]
    stator, binary = "SPDXRef-Package-stator", "SPDXRef-File-stator"
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"stator-{version}-linux-{architecture}",
        "documentNamespace": f"{homepage}/spdx/stator-{version}-linux-{architecture}-{digest[:16]}",
        "creationInfo": {
            "created": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: The Stator maintainers", f"Tool: packaging/components.py-{version}"]},
        "documentDescribes": [stator],
        "packages": [{
            "SPDXID": stator, "name": "stator", "versionInfo": version,
            "supplier": "Organization: The Stator maintainers", "downloadLocation": "NOASSERTION",
            "homepage": homepage, "filesAnalyzed": False, "primaryPackagePurpose": "APPLICATION",
            "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0",
            "copyrightText": "2026 The Stator maintainers",
            "checksums": checksums(program, "SHA1", "SHA256")}],
        "files": [spdx_file(binary, "./stator", program, "Apache-2.0", "BINARY")],
        "relationships": [],
    }

    def relate(one, kind, other):
        document["relationships"].append(
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    relate("SPDXRef-DOCUMENT", "DESCRIBES", stator)
    relate(stator, "CONTAINS", binary)
    for component in components:
        package = spdx_package(component)
        document["packages"].append(package)
        # Headers are compiled in, and the page's scripts are embedded.
        relate(binary, "STATIC_LINK" if component.archives else "CONTAINS", package["SPDXID"])
        for place in sorted(component.archives):
            name = os.path.basename(place)
            identifier = "SPDXRef-File-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
            document["files"].append(spdx_file(identifier, f"./lib/{name}", place, component.licence, "ARCHIVE"))
            relate(package["SPDXID"], "CONTAINS", identifier)
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("command", choices=["licences", "check", "bill"])
    parser.add_argument("build", metavar="BUILD")
    parser.add_argument("program", metavar="PROGRAM", nargs="?")
    parser.add_argument("architecture", metavar="ARCHITECTURE", nargs="?", default="x64")
    options = parser.parse_args()
    if options.command == "bill" and not options.program:
        parser.error("bill needs PROGRAM")
    components = components_of(Build(options.build))
    if options.command == "licences":
        sys.stdout.write(licences_page(components))
    elif options.command == "check":
        check(components)
    else:
        sys.stdout.write(bill(components, options.program, options.architecture))


if __name__ == "__main__":
    main()

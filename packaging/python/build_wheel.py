#!/usr/bin/python3
"""Builds the wheel: the Python package beside this file, and the program.

usage: build_wheel.py --version V --platform manylinux2014_x86_64 --summary S --homepage H BINARY OUT

A wheel is a zip file with three files about itself; nothing else is needed to make one. All entries
have the time SOURCE_DATE_EPOCH, so the same content gives the same wheel.
"""
import argparse
import base64
import hashlib
import os
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

METADATA = """\
Metadata-Version: 2.1
Name: stator
Version: {version}
Summary: {summary}
Home-page: {homepage}
License: Apache-2.0
Keywords: dynamodb,dynamodb-local,emulator,testing,pytest
Classifier: Framework :: Pytest
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Requires-Python: >=3.8
Provides-Extra: boto3
Requires-Dist: boto3 ; extra == 'boto3'
Description-Content-Type: text/markdown

"""
WHEEL = """\
Wheel-Version: 1.0
Generator: stator
Root-Is-Purelib: false
Tag: py3-none-{platform}
"""
ENTRY_POINTS = """\
[console_scripts]
stator = stator.__main__:main

[pytest11]
stator = stator.pytest_plugin
"""


class Wheel:
    """A zip file that collects the lines of RECORD for its entries."""

    def __init__(self, path, epoch):
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._time = time.gmtime(max(epoch, 315_532_800))[:6]  # zip cannot store times before 1980
        self._records = []

    def add(self, name, content, mode=0o644):
        entry = zipfile.ZipInfo(name, self._time)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100000 | mode) << 16
        self._zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self._records.append(f"{name},sha256={digest},{len(content)}")

    def finish(self, record):
        self._records.append(f"{record},,")
        lines = "\n".join(self._records) + "\n"
        del self._records[-1]
        self.add(record, lines.encode())
        self._zip.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("version", "platform", "summary", "homepage"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("binary", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    facts = vars(options)
    path = options.out / f"stator-{options.version}-py3-none-{options.platform}.whl"
    wheel = Wheel(path, int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    for source in sorted((HERE / "stator").glob("*.py*")):
        content = source.read_bytes().replace(b"@VERSION@", options.version.encode())
        wheel.add(f"stator/{source.name}", content)
    wheel.add("stator/bin/stator", options.binary.read_bytes(), 0o755)
    info = f"stator-{options.version}.dist-info"
    metadata = METADATA.format(**facts) + (HERE / "README.md").read_text()
    wheel.add(f"{info}/METADATA", metadata.encode())
    wheel.add(f"{info}/WHEEL", WHEEL.format(**facts).encode())
    wheel.add(f"{info}/entry_points.txt", ENTRY_POINTS.encode())
    wheel.add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
    wheel.add(f"{info}/THIRD-PARTY", (ROOT / "packaging" / "copyright").read_bytes())
    wheel.finish(f"{info}/RECORD")


if __name__ == "__main__":
    main()

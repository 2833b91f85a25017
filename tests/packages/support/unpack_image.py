"""Unpacks a container image and writes scripts that do what a container engine would.

usage: unpack_image.py ARCHIVE DIR

DIR gets `root`, the file system; `start`, which runs the entry point with its arguments, or with the
image's command if there are none; and `check`, the health check. Checksums are looked at on the way.
"""
import hashlib
import io
import json
import shlex
import sys
import tarfile
from pathlib import Path

archive_name, directory = sys.argv[1], Path(sys.argv[2])
archive = tarfile.open(archive_name)


def blob(descriptor):
    digest = descriptor["digest"].partition(":")[2]
    content = archive.extractfile(f"blobs/sha256/{digest}").read()
    assert hashlib.sha256(content).hexdigest() == digest and len(content) == descriptor["size"]
    return content


def script(name, command, more):
    """Runs in the root as the image's user, with its variables; those of Stator's are the caller's."""
    user = facts.get("User", "")
    ids = {line.split(":")[0]: ":".join(line.split(":")[2:4]) for line in users}
    owner = f"--userspec={ids.get(user, user)} " if user else ""
    variables = " ".join(
        f"{name}=\"${{{name}:-{value}}}\"" if name.startswith("STATOR_") else shlex.quote(f"{name}={value}")
        for name, _, value in (each.partition("=") for each in facts.get("Env", []))
    )
    port = '${STATOR_PORT:+"STATOR_PORT=$STATOR_PORT"}'
    words = " ".join(map(shlex.quote, command))
    path = shlex.quote(str(directory / "root"))
    text = f"#!/bin/sh\n{more}\nexec env -i {variables} {port} /usr/sbin/chroot {owner}{path} {words} \"$@\"\n"
    (directory / name).write_text(text)
    (directory / name).chmod(0o755)


index = json.loads(archive.extractfile("index.json").read())
[described] = index["manifests"]
manifest = json.loads(blob(described))
config = json.loads(blob(manifest["config"]))
facts = config["config"]
root = directory / "root"
root.mkdir(parents=True)
for layer, diff_id in zip(manifest["layers"], config["rootfs"]["diff_ids"]):
    data = blob(layer)
    with tarfile.open(fileobj=io.BytesIO(data)) as files:
        files.extractall(root, numeric_owner=True)
users = (root / "etc/passwd").read_text().splitlines() if (root / "etc/passwd").exists() else []
command = shlex.join(facts.get("Cmd", []))
entry = facts["Entrypoint"]
if not entry[0].startswith("/"):
    folders = next(each for each in facts["Env"] if each.startswith("PATH="))[5:].split(":")
    entry = [next(f"{f}/{entry[0]}" for f in folders if (root / f"{f}/{entry[0]}".lstrip("/")).exists()), *entry[1:]]
script("start", entry, f'[ $# -gt 0 ] || set -- {command}' if command else ":")
script("check", facts["Healthcheck"]["Test"][1:], ":")

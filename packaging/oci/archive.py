#!/usr/bin/python3
"""Writes a container image of one layer: an OCI layout in a tar file, which `docker load` takes too.

usage: archive.py --architecture amd64 --name stator:latest DOCKERFILE CONTEXT OUT

Of a Dockerfile it knows what needs no container to build: FROM scratch, COPY [--chown], ENV, USER,
WORKDIR, EXPOSE, VOLUME, HEALTHCHECK, ENTRYPOINT and CMD as lists. It exists because buildah leaves
HEALTHCHECK out of OCI images, where Docker's own builder keeps it; besides, the same files give the
same image.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shlex
import tarfile
from datetime import datetime, timezone
from pathlib import Path

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", 0))
UNITS_NS = {"ms": 10**6, "s": 10**9, "m": 60 * 10**9}
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"


def nanoseconds(text):
    number, unit = re.fullmatch(r"(\d+)(ms|s|m)", text).groups()
    return int(number) * UNITS_NS[unit]


def flags_of(text):
    """--a=1 --b=2 REST as ({"a": "1", "b": "2"}, REST)."""
    flags = {}
    while text.startswith("--"):
        flag, _, text = text.partition(" ")
        name, _, value = flag[2:].partition("=")
        flags[name] = value
        text = text.lstrip()
    return flags, text


class Recipe:
    """The parsed instructions of a Dockerfile."""

    def __init__(self, text):
        self.config = {}
        self.copies = []  # (source, target, uid, gid)
        text = re.sub(r"\\\n\s*", "", text)
        for line in text.splitlines():
            word, _, rest = line.strip().partition(" ")
            if word and not word.startswith("#"):
                self._take(word, rest.strip())

    def _take(self, word, rest):
        if word == "FROM" and rest == "scratch":
            return
        if word == "COPY":
            flags, paths = flags_of(rest)
            uid, gid = flags.get("chown", "0:0").split(":")
            self.copies.append((*paths.split(), int(uid), int(gid)))
        elif word == "ENV":
            self.config.setdefault("Env", []).extend(shlex.split(rest))
        elif word in ("EXPOSE", "VOLUME"):
            member = "ExposedPorts" if word == "EXPOSE" else "Volumes"
            names = [f"{name}/tcp" if name.isdigit() else name for name in rest.split()]
            self.config.setdefault(member, {}).update((name, {}) for name in names)
        elif word == "HEALTHCHECK":
            flags, command = flags_of(rest)
            check = {"Test": ["CMD", *json.loads(command.removeprefix("CMD"))]}
            for name, member in (("interval", "Interval"), ("timeout", "Timeout"), ("start-period", "StartPeriod")):
                if name in flags:
                    check[member] = nanoseconds(flags[name])
            self.config["Healthcheck"] = check
        elif word in ("USER", "WORKDIR"):
            self.config["User" if word == "USER" else "WorkingDir"] = rest
        elif word in ("ENTRYPOINT", "CMD"):
            self.config["Entrypoint" if word == "ENTRYPOINT" else "Cmd"] = json.loads(rest)
        else:
            raise SystemExit(f"archive: cannot do '{word} {rest}'; see --help for what can be done.")


def layer_of(recipe, context):
    """Returns the only layer as an uncompressed tar."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as layer:
        for name, (path, uid, gid) in files_of(recipe, context).items():
            add(layer, path, name, uid, gid)
    return data.getvalue()


def files_of(recipe, context):
    """Returns the source and owner of each file: {name: (path, uid, gid)}, directories first."""
    files = {}
    for source, target, uid, gid in recipe.copies:
        root = context / source
        for path in [root, *sorted(root.rglob("*"))]:
            name = os.path.normpath(f"/{target}/{path.relative_to(root)}").strip("/")
            # COPY copies the contents of a directory. An existing directory keeps its owner.
            if name and not (path == root and name in files):
                files[name] = (path, uid, gid)
    return files


def add(layer, path, name, uid, gid):
    entry = layer.gettarinfo(path, name)
    entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime = uid, gid, "", "", EPOCH
    if entry.isreg():
        with open(path, "rb") as content:
            layer.addfile(entry, content)
    else:
        layer.addfile(entry)


class Archive:
    """The tar file of a layout."""

    def __init__(self, path):
        self._tar = tarfile.open(path, "w", format=tarfile.PAX_FORMAT)

    def add(self, name, content):
        entry = tarfile.TarInfo(name)
        entry.size, entry.mtime, entry.mode = len(content), EPOCH, 0o644
        self._tar.addfile(entry, io.BytesIO(content))

    def add_json(self, name, value):
        self.add(name, json.dumps(value, indent=1).encode())

    def add_blob(self, media_type, content):
        """Adds content under its checksum. Returns the descriptor that refers to it."""
        digest = hashlib.sha256(content).hexdigest()
        self.add(f"blobs/sha256/{digest}", content)
        return {"mediaType": media_type, "digest": f"sha256:{digest}", "size": len(content)}

    def close(self):
        self._tar.close()


def write(options):
    recipe = Recipe(options.dockerfile.read_text())
    layer = layer_of(recipe, options.context)
    created = datetime.fromtimestamp(EPOCH, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    config = {
        "created": created,
        "architecture": options.architecture,
        "os": "linux",
        "config": recipe.config,
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]},
        "history": [{"created": created, "created_by": "stator"}],
    }
    archive = Archive(options.out)
    archive.add_json("oci-layout", {"imageLayoutVersion": "1.0.0"})
    layer_blob = archive.add_blob(LAYER, gzip.compress(layer, 9, mtime=0))
    config_blob = archive.add_blob(CONFIG, json.dumps(config).encode())
    image = {"schemaVersion": 2, "mediaType": MANIFEST, "config": config_blob, "layers": [layer_blob]}
    manifest = archive.add_blob(MANIFEST, json.dumps(image).encode())
    manifest["annotations"] = {
        "io.containerd.image.name": f"docker.io/library/{options.name}",
        "org.opencontainers.image.ref.name": options.name.partition(":")[2],
    }
    manifest["platform"] = {"architecture": options.architecture, "os": "linux"}
    archive.add_json("index.json", {"schemaVersion": 2, "manifests": [manifest]})
    # For `docker load` before Docker 25.
    blob = "blobs/sha256/" + config_blob["digest"].partition(":")[2]
    layers = ["blobs/sha256/" + layer_blob["digest"].partition(":")[2]]
    archive.add_json("manifest.json", [{"Config": blob, "RepoTags": [options.name], "Layers": layers}])
    archive.close()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--architecture", required=True)
    parser.add_argument("--name", required=True)
    for name in ("dockerfile", "context", "out"):
        parser.add_argument(name, type=Path)
    write(parser.parse_args())


if __name__ == "__main__":
    main()

"""An npm registry on this machine that has the packages of a directory and no others.

usage: registry.py DIRECTORY    prints its URL, then serves until its standard input ends
"""
import hashlib
import base64
import json
import sys
import tarfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

packages = {}  # name: (manifest, file)
for file in Path(sys.argv[1]).glob("*.tgz"):
    with tarfile.open(file) as content:
        manifest = json.load(content.extractfile("package/package.json"))
    packages[manifest["name"]] = (manifest, file)


class Registry(BaseHTTPRequestHandler):
    def do_GET(self):
        name = unquote(self.path).strip("/")
        files = {file.name: file for _, file in packages.values()}
        if name in files:
            self.answer(200, files[name].read_bytes())
        elif name in packages:
            self.answer(200, json.dumps(self.document(*packages[name])).encode())
        else:
            self.answer(404, b'{"error":"not found"}')

    def document(self, manifest, file):
        digest = base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
        host = self.headers["Host"]
        dist = {"tarball": f"http://{host}/{file.name}", "integrity": f"sha512-{digest}"}
        version = manifest["version"]
        versions = {version: {**manifest, "dist": dist}}
        return {"name": manifest["name"], "dist-tags": {"latest": version}, "versions": versions}

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_port}", flush=True)
sys.stdin.read()

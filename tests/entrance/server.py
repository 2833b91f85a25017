"""A server of a test's own, and requests to it with exactly the headers that a test gives."""

import http.client
import json
import os
import re
import shutil
import subprocess
import tempfile
import time

BINARY = os.environ["STATOR_BINARY"]
SECONDS_MAX = 20


class Server:
    """Started at construction, in an empty directory; ended by `stop()` or a `with` block."""

    def __init__(self, *flags, **variables):
        self.directory = tempfile.mkdtemp(prefix="stator-entrance-")
        self.said_file = os.path.join(self.directory, "said")
        self.log_file = os.path.join(self.directory, "log")
        with open(self.said_file, "wb") as said, open(self.log_file, "wb") as log:
            self.process = subprocess.Popen(
                [BINARY, "--port", "0", *flags], cwd=self.directory, stdin=subprocess.DEVNULL, stdout=said,
                stderr=log, env={**os.environ, **variables},
            )
        until = time.monotonic() + SECONDS_MAX
        while "listening on" not in self.said():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the server did not start: " + self.log())
            time.sleep(0.01)
        self.port = int(re.search(r"listening on http://\S+:(\d+)\n", self.said()).group(1))
        self.url = f"http://127.0.0.1:{self.port}"

    def said(self):
        with open(self.said_file, encoding="utf-8") as file:
            return file.read()

    def log(self):
        with open(self.log_file, encoding="utf-8") as file:
            return file.read()

    def find(self, pattern):
        """What the pattern's group is in what the server printed at its start."""
        return re.search(pattern, self.said()).group(1)

    def end(self):
        """Ends the process, and keeps its files."""
        self.process.terminate()
        return self.process.wait(SECONDS_MAX)

    def stop(self):
        if self.process.poll() is None:
            self.end()
        shutil.rmtree(self.directory)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def ask(self, method, path, headers=None, body=None):
        """(status, headers, text) of the answer to a plain request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_MAX)
        connection.request(method, path, body=body, headers=headers or {})
        reply = connection.getresponse()
        text = reply.read().decode()
        connection.close()
        return reply.status, reply.headers, text

    def status(self, method, path, headers=None, body=None):
        return self.ask(method, path, headers, body)[0]

    def ctl(self, *words, **variables):
        return subprocess.run(
            [BINARY, "ctl", "--endpoint", self.url, *words], capture_output=True, text=True, check=False,
            timeout=SECONDS_MAX, env={**os.environ, **variables},
        )


def call_headers(host=None):
    """Those of a request to DynamoDB's API."""
    headers = {
        "X-Amz-Target": "DynamoDB_20120810.ListTables",
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Date": "20260101T000000Z",
        "Authorization": "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request, "
        "SignedHeaders=host, Signature=0",
    }
    return {**headers, "Host": host} if host else headers


def message(text):
    return json.loads(text)["message"]

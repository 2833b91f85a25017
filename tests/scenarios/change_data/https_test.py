"""Functions and failure destinations at https URLs: called if --trigger-ca trusts their certificate,
and not if nothing does or it is another host's.

usage: https_test.py [--writes N] [--seed N] [BINARY]         (or STATOR_BINARY)
"""
import http.server
import json
import os
import pathlib
import ssl
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python"))
import kill_test
from crash_connection import Connection
from server import Server

TABLE = "Changing"
PATIENCE_SECONDS = 30


class SecureFunction:
    """A function that fails for items called "bad", and a failure destination at /failed."""

    def __init__(self, directory):
        self.certificate = os.path.join(directory, "certificate.pem")
        key = os.path.join(directory, "key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
            + ["-subj", "/CN=a function", "-addext", "subjectAltName=IP:127.0.0.1"]
            + ["-keyout", key, "-out", self.certificate],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        self.delivered = []
        self.given_up = []
        function = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(function.take(self.path, document))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request, client_address):
                pass  # a client that does not trust it disconnects

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.socket = context.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def url(self, host="127.0.0.1"):
        return f"https://{host}:{self._server.server_port}/"

    def take(self, path, document):
        """The status of the answer."""
        if path == "/failed":
            self.given_up.append(document["requestContext"]["condition"])
            return 200
        keys = [record["dynamodb"]["Keys"]["pk"]["S"] for record in document["Records"]]
        if "bad" in keys:
            return 500
        self.delivered += keys
        return 200

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class HttpsTest:
    def __init__(self, binary, _seed, directory):
        self._binary = os.path.abspath(binary)
        self._directory = directory
        self._function = SecureFunction(directory)
        self._server = None
        self.problems = []

    def run(self, writes):
        keys = [f"good-{number}" for number in range(writes)] + ["bad"]
        trust = ("--trigger-ca", self._function.certificate)
        state = self._deliver(trust, self._function.url(), keys, '"Idle": true')
        if sorted(self._function.delivered) != sorted(keys[:-1]):
            self.problems.append(f"delivered was {self._function.delivered}: {state}")
        if self._function.given_up != ["RetryAttemptsExhausted"]:
            self.problems.append(f"given up was {self._function.given_up}: {state}")
        self._function.delivered.clear()
        self._expect_refusal((), self._function.url(), "self-signed certificate")
        self._expect_refusal(trust, self._function.url("localhost"), "ostname mismatch")

    def _expect_refusal(self, options, url, why):
        state = self._deliver(options, url, ["a"], "LastError")
        if why not in state:
            self.problems.append(f"expected '{why}' in {state}")
        if self._function.delivered:
            self.problems.append(f"{url} was called although it is not trusted")

    def _deliver(self, options, url, keys, awaited):
        """How the trigger stands once that is part of it."""
        self._server = Server(
            self._binary, os.path.join(self._directory, "log"), None, options
        )
        self._server.wait_until_listening()
        connection = Connection(self._server.port)
        connection.call(
            "CreateTable",
            {
                "TableName": TABLE,
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
            },
        )
        mapping = {
            "Table": TABLE,
            "Region": "eu-west-2",
            "Url": url,
            "BatchSize": 1,
            "MaximumRetryAttempts": 0,
            "DestinationConfig": {"OnFailure": {"Destination": self._function.url() + "failed"}},
        }
        connection.control("PUT", "triggers", {"mappings": [mapping]})
        for key in keys:
            connection.call("PutItem", {"TableName": TABLE, "Item": {"pk": {"S": key}}})
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            state = json.dumps(connection.control("GET", "triggers"))
            if awaited in state:
                break
        connection.close()
        self._server.stop()
        return state

    def close(self):
        if self._server and not self._server.has_exited():
            self._server.kill()
        self._function.close()

    def summary(self):
        return ""


if __name__ == "__main__":
    sys.exit(kill_test.main("Functions at https URLs.", ("--writes", 20), HttpsTest))

"""The server under attack: a process of its own, and what it takes of the machine."""

import json
import os
import select
import subprocess
import tempfile
import time
from pathlib import Path

import wire

START_S = 20
# Memory is given back when the server next looks around, and not more often than
# every two seconds, or longer where the machine is busy.
RETURN_S = 12


class Server:
    """Owns a process and the folder it works in from construction until close()."""

    def __init__(self, binary, *flags):
        self.folder = Path(tempfile.mkdtemp(prefix="stator-attacks-"))
        self.home = self.folder / "outer" / "home"
        self.home.mkdir(parents=True)
        self.log_path = self.folder / "log"
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [str(Path(binary).resolve()), "--port", "0", *flags], cwd=self.home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log
            )
        ready, _, _ = select.select([self.process.stdout], [], [], START_S)
        line = self.process.stdout.readline().decode() if ready else ""
        if "listening" not in line:
            raise AssertionError(f"the server did not start: {self.log()}")
        self.port = int(line.rsplit(":", 1)[1])

    def close(self):
        self.process.terminate()
        code = self.process.wait(10)
        self.process.stdout.close()
        subprocess.run(["rm", "-rf", str(self.folder)], check=True)
        if code != 0:
            raise AssertionError(f"the server ended with {code}")

    def log(self):
        return self.log_path.read_text(errors="replace")

    def call(self, operation, body, more=()):
        """Status and JSON of the answer, over a connection of its own."""
        with wire.Connection(self.port) as connection:
            connection.send(wire.api_call(operation, body, more))
            status, text = connection.reply()
            return status, json.loads(text or b"{}")

    def ask(self, method, path, headers=(), host="localhost", body=b""):
        """Status and body of what any path answers."""
        with wire.Connection(self.port) as connection:
            connection.send(wire.head(method, path, [*headers, ("Content-Length", len(body))], host) + body)
            return connection.reply()

    def figures(self):
        """What the server itself says of its limits."""
        return json.loads(self.ask("GET", "/_stator/v1/limits")[1])

    def memory_mb(self):
        """Memory that is the process's own."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
        raise AssertionError("the system does not say what memory the server has")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def expect_right_answers(self):
        """Writes an item, reads it back and finds it, under a key of its own."""
        item = {"pk": {"S": f"right-{time.monotonic_ns()}"}, "n": {"N": "1"}}
        key = {"TableName": "Victim", "Key": {"pk": item["pk"]}, "ConsistentRead": True}
        expect(self.call("PutItem", {"TableName": "Victim", "Item": item})[0], 200, "PutItem")
        expect(self.call("GetItem", key), (200, {"Item": item}), "GetItem")
        del key["ConsistentRead"]
        expect(self.call("DeleteItem", key)[0], 200, "DeleteItem")
        expect(self.call("GetItem", key), (200, {}), "GetItem of what was deleted")

    def expect_calm(self, descriptors, memory_mb):
        """Descriptors and memory are what they were, or are so soon."""
        end = time.monotonic() + RETURN_S
        while self.descriptors() > descriptors or self.memory_mb() > memory_mb:
            if time.monotonic() > end:
                raise AssertionError(
                    f"{self.descriptors()} descriptors where {descriptors} may be, "
                    f"{self.memory_mb():.1f} MB where {memory_mb:.1f} may be"
                )
            time.sleep(0.05)


def expect(seen, wanted, what):
    if seen != wanted:
        raise AssertionError(f"{what}: {seen} where {wanted} should be")


def create_victim(server):
    """The table that every attack leaves as it is."""
    status, answer = server.call(
        "CreateTable",
        {
            "TableName": "Victim",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        },
    )
    expect(status, 200, f"CreateTable ({answer})")

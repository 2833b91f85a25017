"""The server that is watched: a process with every feature on, and what it takes of the machine."""

import json
import os
import secrets
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from wire import Clock

START_S = 30
STOP_S = 60
# The server checks once per second, and returns memory at most every two seconds.
REST_S = 3
LONGEST_REST_S = 15
# Usually two are enough.
MOST_RETURNS = 4
PAUSE_S = 0.05
# Processor time in REST_S of a server that only does its periodic checks.
IDLE_S = 0.1
MB = 1024 * 1024
LARGE_BYTES = 12 * MB
# Well above use: the limit is set, but never reached.
MAX_MEMORY_MB = 4096


def _credentials():
    """One who may do everything, and one who may read the items of one table."""
    own = {"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Action": ["dynamodb:GetItem", "dynamodb:Query"],
         "Resource": "arn:aws:dynamodb:*:*:table/Things",
         "Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": "pk-*"}}}]}
    return {
        "account": "123456789012",
        "users": {
            "setup": {"keys": [{"id": "AKIASETUP", "secret": "setup"}]},
            "reader": {"inline": {"own": own}, "keys": [{"id": "AKIAREADER", "secret": "reader"}]},
        },
        "admin": ["AKIASETUP"],
    }


class Server:
    """Owns a process and its folder from construction until close(). `receiver` takes what it sends."""

    key = ("AKIASETUP", "setup")
    reader = ("AKIAREADER", "reader")

    def __init__(self, binary, receiver):
        self.folder = Path(tempfile.mkdtemp(prefix="stator-soak-"))
        self.data, self.buckets, self.given_up = (self.folder / name for name in ("data", "s3", "triggers"))
        self.socket_path, self.ca_path = self.folder / "socket", self.folder / "ca.pem"
        self._receiver = receiver
        self.token = secrets.token_hex(16)
        self.clock = Clock()
        self._log_path = self.folder / "log"
        credentials = self.folder / "credentials.json"
        credentials.write_text(json.dumps(_credentials()))
        flags = ["--port", "0", "--threads", "2", "--db-path", self.data, "--tls", "self", "--tls-ca", self.ca_path,
                 "--socket", self.socket_path, "--auth", "iam", "--credentials", credentials, "--auth-explain",
                 "--admin-token", self.token, "--s3-dir", self.buckets, "--kinesis-endpoint", receiver.url,
                 "--trigger-commands", "--trigger-dir", self.given_up, "--snapshots", self.folder / "snapshots",
                 "--max-memory", MAX_MEMORY_MB, "--journal", "--journal-bodies", "full", "--heat",
                 "--consistency", "eventual", "--consistency-mode", "lagged", "--lag", "20", "--index-lag", "20",
                 "--report", self.folder / "report.json", "--log-level", "warn"]
        environment = {**os.environ, "AWS_ACCESS_KEY_ID": "soak", "AWS_SECRET_ACCESS_KEY": "soak"}
        with open(self._log_path, "wb") as log:
            self.process = subprocess.Popen(
                [str(Path(binary).resolve()), *map(str, flags)], cwd=self.folder, env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
            )
        ready, _, _ = select.select([self.process.stdout], [], [], START_S)
        line = self.process.stdout.readline().decode() if ready else ""
        if "listening" not in line:
            self.process.kill()
            raise AssertionError(f"the server did not start: {self.log()}")
        self.port = int(line.rsplit(":", 1)[1])

    def close(self):
        """Ends it; whether it ended as it should."""
        self.process.terminate()
        try:
            code = self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder)
        return code == 0

    def log(self):
        return self._log_path.read_text(errors="replace")

    def figures(self):
        """Bytes of memory, of the data folder and of the data file in it, numbers of descriptors and threads."""
        told = Path(f"/proc/{self.process.pid}")
        status = dict(line.split(":", 1) for line in (told / "status").read_text().splitlines())
        return Figures(
            memory=int(status["VmRSS"].split()[0]) * 1024,
            descriptors=len(self.open_files()) - self._receiver.open,
            threads=int(status["Threads"]),
            data=sum(map(_size, os.scandir(self.data))),
            data_file=(self.data / "stator.db").stat().st_size,
        )

    def rest(self, client):
        """Figures once nothing changes any more and free memory has been given back; `client` is closed."""
        now = self._quiet()
        for _ in range(MOST_RETURNS):
            before = now
            # A body of this size makes the server return free memory at its next check. Memory that
            # its background work frees afterwards needs another one. It is not an error that this
            # route does not exist.
            client.request("POST", "/_stator/v1/nowhere", b" " * LARGE_BYTES, {"X-Stator-Admin-Token": self.token})
            client.close()
            now = self._quiet()
            if now.memory > before.memory - MB:
                break
        return now

    def _quiet(self):
        """Figures once they have not changed for a while, in which the server has not worked."""
        begin = since = time.monotonic()
        seen, worked = self.figures(), self._processor_time()
        while time.monotonic() - since < REST_S and time.monotonic() - begin < LONGEST_REST_S:
            time.sleep(PAUSE_S)
            now = self.figures()
            if not now.is_like(seen) or self._processor_time() - worked > IDLE_S:
                seen, worked, since = now, self._processor_time(), time.monotonic()
        return seen

    def _processor_time(self):
        """Seconds that it has worked since its start."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def open_files(self):
        """What each descriptor is, but for those that come and go: the change log, which is closed once it has been
        folded into the data file, and the one file of its own that SQLite keeps when it has needed one."""
        found = []
        for entry in os.scandir(f"/proc/{self.process.pid}/fd"):
            try:
                found.append(os.readlink(entry.path))
            except FileNotFoundError:
                pass  # closed in the meantime
        return sorted(name for name in found if "/etilqs_" not in name and "/stator.log" not in name)


def _size(entry):
    """Bytes of a file; none of one that is gone, as a log is that has been folded into the data file."""
    try:
        return entry.stat().st_size
    except FileNotFoundError:
        return 0


class Figures:
    """Of one moment. `descriptors` are without those of connections that the server keeps for its next calls."""

    def __init__(self, memory, descriptors, threads, data, data_file):
        self.memory = memory
        self.descriptors = descriptors
        self.threads = threads
        self.data = data
        self.data_file = data_file

    def is_like(self, other):
        return (abs(self.memory - other.memory) < MB and self.data == other.data
                and self.descriptors == other.descriptors and self.threads == other.threads)

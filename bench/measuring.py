"""Code that the scripts of this folder share: servers to measure, the load client, the machine."""

import datetime
import json
import os
import platform
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BENCH = Path(__file__).resolve().parent
REPOSITORY = BENCH.parent
START_SECONDS_MAX = 60
STOP_SECONDS_MAX = 10


class Target:
    """A server to measure: started by `command`, or already running at `url`.

    In the command {port} becomes a free port and {data} a new directory, removed when the server
    has stopped. `workloads` are the ones it can answer, None for all of them.
    """

    def __init__(self, name, command=None, url=None, workloads=None):
        self.name = name
        self.command = command
        self.url = url
        self.workloads = workloads

    def supported(self, wanted):
        if self.workloads is None:
            return wanted
        return [name for name in wanted if name.split("@")[0] in self.workloads]

    def command_in(self, data):
        """Returns the command with its data in that directory. {port} is not filled in yet."""
        return [word.replace("{data}", data) for word in self.command]


class Server:
    """A context in which a target runs. Enters with the endpoint and the process id, if known."""

    def __init__(self, target):
        self.target = target
        self.process = None
        self.data = None

    def __enter__(self):
        if self.target.url:
            return self.target.url, None
        port = free_port()
        self.data = tempfile.TemporaryDirectory()
        command = [word.replace("{port}", str(port))
                   for word in self.target.command_in(self.data.name)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            self.wait_until_accepting(port)
        except BaseException:
            self.__exit__()
            raise
        return f"http://127.0.0.1:{port}", self.process.pid

    def __exit__(self, *_):
        self.stop()
        if self.data:
            self.data.cleanup()

    def wait_until_accepting(self, port):
        deadline = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise SystemExit(f"{self.target.name} ended with {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.005)
        raise SystemExit(f"{self.target.name} does not accept connections")

    def stop(self):
        if self.process is None:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.process.poll() is None:
                os.killpg(self.process.pid, number)
                try:
                    self.process.wait(STOP_SECONDS_MAX)
                except subprocess.TimeoutExpired:
                    continue
        self.process = None


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def find_tools(given):
    """Returns the directory of the load client and the limit servers. Builds them if they are missing."""
    if given:
        return Path(given).resolve()
    for built in ("build/bench/bench", "build/release/bench", "build/bench-tools"):
        directory = REPOSITORY / built
        if (directory / "stator-load").exists() and (directory / "limit-l1").exists():
            return directory
    directory = REPOSITORY / "build/bench-tools"
    options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DSTATOR_BUILD_TESTS=OFF"]
    note(f"building the load client and the limit servers in {directory}")
    for command in (
        ["cmake", "-S", str(BENCH), "-B", str(directory), *options],
        ["cmake", "--build", str(directory)],
    ):
        subprocess.run(command, check=True, stdout=sys.stderr)
    return directory


def run_load_client(tools, arguments, server=()):
    """Returns the output of stator-load with these `arguments`, followed by `server`."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run(
            [str(tools / "stator-load"), *arguments, "--json", file.name, *server],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        text = Path(file.name).read_text()
    if not text:
        raise SystemExit(done.stderr or done.stdout)
    return json.loads(text)


def describe_machine():
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    commit = subprocess.run(
        ["git", "-C", str(REPOSITORY), "rev-parse", "--short", "HEAD"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ).stdout.strip()
    return {
        "date": datetime.date.today().isoformat(),
        "commit": commit or "unknown",
        "processor": model,
        "cpus": len(os.sched_getaffinity(0)),
        "kernel": platform.release(),
    }


def shown_command(*script):
    """Returns the running command, without options that contain paths."""
    shown, words = list(script), iter(sys.argv[1:])
    for word in words:
        if word in ("--stator", "--tools", "--json", "--svg"):
            next(words, None)
        else:
            shown.append(word)
    return shlex.join(shown)


def note(text):
    print(text, file=sys.stderr, flush=True)

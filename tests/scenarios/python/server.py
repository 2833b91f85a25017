"""One process of the emulator: how it is started, found, stopped and killed.

The server is started as `stator --port 0 [--db-path DIR]`. It announces itself by one line on
stdout, `Stator is listening on http://127.0.0.1:PORT`, and answers SIGTERM by exiting with code 0.
"""
import os
import re
import select
import signal
import subprocess
import time

LISTENING = re.compile(r"Stator is listening on (http://127\.0\.0\.1:(\d+))")
START_SECONDS_MAX = 120  # a sanitizer build reads a long history while other processes run
STOP_SECONDS_MAX = 30


class ServerError(Exception):
    """The server did not start or stop as it promises to."""


class Server:
    """Owns one process from construction until `stop` or `kill`; not restartable."""

    def __init__(self, binary, log_path, data_path=None, options=()):
        command = [binary, "--port", "0"]
        if data_path is not None:
            command += ["--db-path", data_path]
        command += options
        self._log_path = log_path
        with open(log_path, "ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log
            )
        self.endpoint = None
        self.port = None

    def wait_until_listening(self):
        """Returns once the server has announced its endpoint; raises ServerError if it never does."""
        line = self._read_line()
        match = LISTENING.fullmatch(line)
        if match is None:
            self.kill()
            raise ServerError(f"the first line on stdout was {line!r}; {self._log_tail()}")
        self.endpoint = match.group(1)
        self.port = int(match.group(2))
        return self

    def stop(self):
        """Asks the server to stop; raises ServerError unless it exits with code 0."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ServerError(
                f"SIGTERM did not stop the server within {STOP_SECONDS_MAX} s; {self._log_tail()}"
            )
        finally:
            self.process.stdout.close()
        if code != 0:
            raise ServerError(
                f"the server exited with code {code} after SIGTERM; {self._log_tail()}"
            )

    def kill(self):
        """Ends the process at once (SIGKILL) and reaps it."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def has_exited(self):
        return self.process.poll() is not None

    def _read_line(self):
        deadline = time.monotonic() + START_SECONDS_MAX
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select(
                [self.process.stdout], [], [], max(0, deadline - time.monotonic())
            )
            chunk = os.read(self.process.stdout.fileno(), 1) if ready else b""
            if not chunk:
                break
            line += chunk
        return line.decode(errors="replace").rstrip("\n")

    def _log_tail(self):
        with open(self._log_path, errors="replace") as log:
            return "its log ends: " + log.read()[-2000:]

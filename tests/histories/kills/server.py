"""One process of the server: start, kill and orderly end."""
import os
import re
import select
import signal
import subprocess
import time

LISTENING = re.compile(r"Stator is listening on http://127\.0\.0\.1:(\d+)")
START_SECONDS_MAX = 120
STOP_SECONDS_MAX = 60


class ServerError(Exception):
    """The server did not start or stop."""


class Server:
    """Owns one process from construction until `stop` or `kill`."""

    def __init__(self, binary, log_path, options):
        self._log_path = log_path
        with open(log_path, "ab") as log:
            self._process = subprocess.Popen(
                [binary, "--port", "0", *options],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
            )
        self.pid = self._process.pid
        self.port = None

    def wait_until_listening(self):
        """Returns the server; raises ServerError if it does not report its port."""
        line = self._first_line()
        match = LISTENING.fullmatch(line)
        if match is None:
            self.kill()
            raise ServerError(f"the server did not start: it printed {line!r}; {self._log_end()}")
        self.port = int(match.group(1))
        return self

    def wait_for_output(self, milliseconds):
        """Returns at the first output, or after that time."""
        select.select([self._process.stdout], [], [], milliseconds / 1000)

    def kill(self):
        """Kills the process (SIGKILL) unless it has exited, and returns after its end."""
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def was_killed(self):
        """Returns whether SIGKILL ended the process; waits for its end."""
        return self._process.wait(STOP_SECONDS_MAX) == -signal.SIGKILL

    def stop(self):
        """Asks the process to end; raises ServerError unless it exits with code 0."""
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            code = f"none after {STOP_SECONDS_MAX} s"
        self.kill()
        if code != 0:
            raise ServerError(f"the exit code after SIGTERM was {code}; {self._log_end()}")

    def _first_line(self):
        deadline = time.monotonic() + START_SECONDS_MAX
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select(
                [self._process.stdout], [], [], max(0, deadline - time.monotonic())
            )
            byte = os.read(self._process.stdout.fileno(), 1) if ready else b""
            if not byte:
                break
            line += byte
        return line.decode(errors="replace").rstrip("\n")

    def _log_end(self):
        with open(self._log_path, errors="replace") as log:
            return "its log ends with: " + log.read()[-2000:]

"""A Stator process on a data directory, from its start to its end, and single runs of its subcommands."""

import os
import select
import subprocess
import tempfile
import time
from dataclasses import dataclass

PATIENCE_S = 20
SERVES, REFUSED, CRASHED, HUNG = "serves", "refused", "crashed", "hung"


@dataclass
class End:
    """The end of a run: its kind, its exit code and its output."""

    how: str
    code: int = 0
    said: str = ""


def end_of(code, said):
    return End(CRASHED if code < 0 else REFUSED, code, said)


class Server:
    """Owns the process from construction until stop() or kill()."""

    def __init__(self, binary, folder, *flags, patience=PATIENCE_S):
        self._patience = patience
        self._errors = tempfile.TemporaryFile()
        command = [binary, "--port", "0", "--threads", "1", "--log-level", "warn", "--db-path", folder, *flags]
        self.process = subprocess.Popen(
            command, cwd=os.path.dirname(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors
        )
        self.port = None
        self.start = self._wait_for_start()

    def _wait_for_start(self):
        end = time.monotonic() + self._patience
        line = b""
        while b"\n" not in line:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                self.kill()
                return End(HUNG, said=self.said())
            read = os.read(self.process.stdout.fileno(), 4096)
            if not read:
                return self._without_start()
            line += read
        self.port = int(line.split(b"\n")[0].rsplit(b":", 1)[1])
        return End(SERVES, said=self.said())

    def _without_start(self):
        try:
            code = self.process.wait(self._patience)
        except subprocess.TimeoutExpired:
            self.kill()
            return End(HUNG, said=self.said())
        return end_of(code, self.said())

    def said(self):
        """The log and error lines up to this moment."""
        return os.pread(self._errors.fileno(), 1 << 20, 0).decode(errors="replace")

    def stop(self):
        """Stops the server in order. REFUSED stands for any exit code except that of a signal."""
        self.process.terminate()
        return self._without_start()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def is_running(self):
        return self.process.poll() is None

    def close(self):
        if self.is_running():
            self.kill()
        self.process.stdout.close()
        self._errors.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def run_command(binary, *arguments, temporary, patience=PATIENCE_S):
    """Runs a subcommand to its end. `temporary` is its temporary directory."""
    environment = {**os.environ, "TMPDIR": temporary}
    try:
        ran = subprocess.run(
            [binary, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=patience, env=environment, check=False,
        )
    except subprocess.TimeoutExpired:
        return End(HUNG)
    return end_of(ran.returncode, ran.stdout.decode(errors="replace"))

"""Runs a private server on a free port for the duration of a with block."""
import contextlib
import re
import subprocess

STOP_SECONDS_MAX = 10


@contextlib.contextmanager
def running_server(binary, *flags):
    """Yields the server's URL; stops the server afterwards."""
    process = subprocess.Popen(
        [binary, "--port", "0", "--log-level", "off", *flags], stdout=subprocess.PIPE, text=True
    )
    try:
        line = process.stdout.readline()
        listening = re.fullmatch(r"Stator is listening on (http://\S+)\n", line)
        if listening is None:
            raise SystemExit(f"{binary} did not start; it said {line!r}")
        yield listening.group(1)
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

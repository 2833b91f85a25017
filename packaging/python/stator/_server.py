"""Starts the program, and configures clients for it."""
from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any, Dict, Optional, Sequence

_LISTENING = re.compile(r"Stator is listening on (http://\S+)\n")
_STOP_SECONDS_MAX = 5
_ADMIN_SECONDS_MAX = 60


def binary_path() -> str:
    """Returns the path of the program: STATOR_BINARY, or the file in this package."""
    named = os.environ.get("STATOR_BINARY")
    return named or str(Path(__file__).resolve().parent / "bin" / "stator")


def _option_flags(options: Dict[str, Any]) -> list:
    """Converts db_path="DIR" to --db-path=DIR. True yields only the flag; False and None are omitted."""
    flags = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        flag = "--" + name.replace("_", "-")
        flags.append(flag if value is True else f"{flag}={value}")
    return flags


def _token_header() -> Dict[str, str]:
    """Returns the header with the admin token. The server inherits this process's environment."""
    token = os.environ.get("STATOR_ADMIN_TOKEN")
    return {"X-Stator-Admin-Token": token} if token else {}


class Universe:
    """A universe of a server, with its own tables, clock, faults and settings, and its client configuration."""

    def __init__(self, root: str, name: Optional[str], region: str):
        self.name = name
        self.region = region
        self.endpoint = root if name is None else f"{root}/u/{urllib.parse.quote(name, safe='')}"
        self.access_key_id = "stator"
        self.secret_access_key = "stator"

    def client(self, service: str = "dynamodb", **options: Any):
        """Returns a boto3 client of "dynamodb" or "dynamodbstreams". Options are passed to boto3."""
        return self._session().client(service, **{"endpoint_url": self.endpoint, **options})

    def resource(self, **options: Any):
        """Returns a boto3 resource of DynamoDB."""
        return self._session().resource("dynamodb", **{"endpoint_url": self.endpoint, **options})

    def env(self) -> Dict[str, str]:
        """Returns environment variables for SDKs that support AWS_ENDPOINT_URL_DYNAMODB."""
        return {
            "AWS_ENDPOINT_URL_DYNAMODB": self.endpoint,
            "AWS_ENDPOINT_URL_DYNAMODB_STREAMS": self.endpoint,
            "AWS_REGION": self.region,
            "AWS_DEFAULT_REGION": self.region,
            "AWS_ACCESS_KEY_ID": self.access_key_id,
            "AWS_SECRET_ACCESS_KEY": self.secret_access_key,
        }

    def admin(self, method: str, path: str, body: Any = None) -> Any:
        """Calls the admin API: admin("POST", "clock/advance", {"by": "48h"}). Returns its JSON;
        raises RuntimeError with the server's message if it rejects the request."""
        request = urllib.request.Request(
            f"{self.endpoint}/_stator/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **_token_header()},
        )
        try:
            # Ignore proxies in the environment, because the server is on this machine.
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(request, timeout=_ADMIN_SECONDS_MAX) as reply:
                return json.loads(reply.read() or b"null")
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode(errors='replace')}") from None

    def advance(self, by: str) -> Any:
        """Advances this universe's clock, for example by "48h", "90s" or "1500ms"."""
        return self.admin("POST", "clock/advance", {"by": by})

    def _session(self):
        import boto3  # required only for clients

        return boto3.session.Session(
            aws_access_key_id=self.access_key_id,
            aws_secret_access_key=self.secret_access_key,
            region_name=self.region,
        )


class Stator(Universe):
    """A server. It ends with `stop()`, with a `with` block, or with this process, even if killed.

    Options of the program are keyword arguments: Stator(db_path="data", hostile="rough"). `args`
    contains additional arguments. Raises RuntimeError with the program's message if it cannot start.
    """

    def __init__(self, *, region: str = "us-east-1", args: Sequence[str] = (), **options: Any):
        flags = _option_flags({"port": 0, **options})
        self._log = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [binary_path(), "--exit-with-parent", *flags, *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
        )
        super().__init__(self._await_start(), None, region)
        self.pid = self._process.pid
        self.port = urllib.parse.urlsplit(self.endpoint).port

    def universe(self, name: str) -> Universe:
        """Returns a universe of this server. It is created when it is first used."""
        return Universe(self.endpoint, name, self.region)

    def stop(self) -> None:
        """Ends the server. Its port is free afterwards. Idempotent."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_STOP_SECONDS_MAX)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._log):
            stream.close()

    def __enter__(self) -> "Stator":
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()

    def _await_start(self) -> str:
        for line in self._process.stdout:
            match = _LISTENING.fullmatch(line.decode(errors="replace"))
            if match:
                # Discard later output, so that it does not fill the pipe.
                threading.Thread(target=self._process.stdout.read, daemon=True).start()
                return match.group(1)
        self._process.wait()
        self._log.seek(0)
        said = self._log.read().decode(errors="replace").strip()
        self.stop()
        raise RuntimeError(said or f"stator ended with {self._process.returncode}.")

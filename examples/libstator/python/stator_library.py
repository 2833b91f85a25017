"""Stator within a Python process: libstator through ctypes, and boto3 on top of it, without a socket.

    with Stator({"seed": 7}) as stator:
        dynamodb = stator.attach(boto3.client("dynamodb", region_name="us-east-1"))
        dynamodb.list_tables()

An attached client works as usual: it signs, retries, pages and waits. The only difference is that it
sends requests to the library instead of a server.
"""

import ctypes
import io
import json
import os
from dataclasses import dataclass

from botocore.awsrequest import AWSResponse
from botocore.exceptions import ConnectionClosedError

PROBLEM_BYTES = 512


class Request(ctypes.Structure):
    """stator_request."""

    _fields_ = [
        ("operation", ctypes.c_char_p),
        ("body", ctypes.c_char_p),
        ("body_size", ctypes.c_size_t),
        ("headers", ctypes.c_char_p),
        ("path", ctypes.c_char_p),
        ("universe", ctypes.c_char_p),
        ("region", ctypes.c_char_p),
        ("access_key", ctypes.c_char_p),
    ]


class CReply(ctypes.Structure):
    """stator_reply."""

    _fields_ = [
        ("status", ctypes.c_int),
        ("headers", ctypes.c_void_p),
        ("headers_size", ctypes.c_size_t),
        ("body", ctypes.c_void_p),
        ("body_size", ctypes.c_size_t),
    ]


OnReply = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(CReply))


@dataclass
class Reply:
    """A status (0 for a lost reply), headers and a body."""

    status: int
    headers: dict
    body: bytes

    def json(self):
        return json.loads(self.body)


class StatorError(Exception):
    """An error with the library's message."""


def load(path):
    """Loads the library and declares its functions. ctypes lets other threads run during calls."""
    library = ctypes.CDLL(path)
    problem = [ctypes.c_char_p, ctypes.c_size_t]
    library.stator_open.argtypes = [ctypes.c_char_p, *problem]
    library.stator_open.restype = ctypes.c_void_p
    library.stator_execute.argtypes = [
        ctypes.c_void_p, ctypes.POINTER(Request), OnReply, ctypes.c_void_p]
    library.stator_execute.restype = None
    library.stator_admin.argtypes = [
        ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, OnReply, ctypes.c_void_p]
    library.stator_admin.restype = None
    library.stator_close.argtypes = [ctypes.c_void_p, *problem]
    return library


class Stator:
    """A database. `options`: options of the command line, without their dashes."""

    def __init__(self, options=None, library=os.environ.get("LIBSTATOR", "libstator.so.0")):
        self._library = load(library)
        problem = ctypes.create_string_buffer(PROBLEM_BYTES)
        self._handle = self._library.stator_open(
            json.dumps(options or {}).encode(), problem, PROBLEM_BYTES)
        if not self._handle:
            raise StatorError(problem.value.decode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Makes all data durable. Raises StatorError if some data could not be saved."""
        handle, self._handle = self._handle, None
        problem = ctypes.create_string_buffer(PROBLEM_BYTES)
        if self._library.stator_close(handle, problem, PROBLEM_BYTES):
            raise StatorError(problem.value.decode())

    def execute(self, operation, body, universe=None):
        """Executes one request in DynamoDB's JSON: execute("GetItem", {"TableName": …})."""
        text = json.dumps(body).encode()
        return self._call(Request(
            operation=operation.encode(), body=text, body_size=len(text),
            universe=universe.encode() if universe else None))

    def admin(self, method, path, body=None):
        """Calls the admin API; see docs/ADMIN.md."""
        text = None if body is None else json.dumps(body).encode()
        taken = []
        self._library.stator_admin(
            self._handle, method.encode(), path.encode(), text, taking_into(taken), None)
        return taken[0]

    def attach(self, client):
        """Makes a boto3 client send its requests to this library. Returns the client."""
        client.meta.events.register("before-send.dynamodb", self._send)
        client.meta.events.register("before-send.dynamodb-streams", self._send)
        return client

    def _call(self, request):
        taken = []
        self._library.stator_execute(
            self._handle, ctypes.byref(request), taking_into(taken), None)
        return taken[0]

    def _send(self, request, **_):
        body = request.body or b""
        body = body.encode() if isinstance(body, str) else bytes(body)
        lines = "".join(f"{name}: {text_of(value)}\n" for name, value in request.headers.items())
        path = "/" + request.url.split("://", 1)[1].partition("/")[2]
        reply = self._call(Request(
            body=body, body_size=len(body), headers=lines.encode("latin-1"), path=path.encode()))
        if reply.status == 0:
            raise ConnectionClosedError(endpoint_url=request.url)
        return AWSResponse(request.url, reply.status, reply.headers, RawBody(reply.body))


class RawBody(io.BytesIO):
    """The stream from which botocore reads a reply."""

    def stream(self, **_):
        contents = self.read()
        while contents:
            yield contents
            contents = self.read()


def taking_into(taken):
    """A stator_on_reply that appends to a list."""

    def on_reply(_, reply):
        given = reply.contents
        lines = ctypes.string_at(given.headers, given.headers_size).decode("latin-1").splitlines()
        headers = dict(line.split(": ", 1) for line in lines)
        taken.append(
            Reply(given.status, headers, ctypes.string_at(given.body, given.body_size)))

    return OnReply(on_reply)


def text_of(value):
    return value.decode("latin-1") if isinstance(value, bytes) else value

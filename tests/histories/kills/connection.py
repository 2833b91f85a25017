"""One keep-alive connection for DynamoDB's JSON protocol.

A call is split into `send` and `receive`, so that a server can be killed between the two, and bodies
of replies are not decoded, so that it can be killed as soon as a reply has arrived.
"""
import json
import socket

PATIENCE_S = 60
HEAD = (
    "POST / HTTP/1.1\r\n"
    "Host: localhost\r\n"
    "Content-Type: application/x-amz-json-1.0\r\n"
    "X-Amz-Date: 20260101T000000Z\r\n"
    "Authorization: AWS4-HMAC-SHA256 Credential=kills/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host, Signature=0\r\n"
    "X-Amz-Target: DynamoDB_20120810.{}\r\n"
    "Content-Length: {}\r\n\r\n"
)


class Lost(Exception):
    """The connection ended before a whole reply arrived."""


class Connection:
    """Not thread-safe. Every method raises Lost if the server is unreachable."""

    def __init__(self, port):
        try:
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        except OSError as error:
            raise Lost(str(error)) from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._replies = self._socket.makefile("rb")

    def send(self, action, body):
        data = json.dumps(body).encode()
        try:
            self._socket.sendall(HEAD.format(action, len(data)).encode() + data)
        except OSError as error:
            raise Lost(str(error)) from error

    def receive(self):
        """Returns the status and the body of the next reply."""
        try:
            return self._receive()
        except OSError as error:
            raise Lost(str(error)) from error

    def _receive(self):
        status = int(self._line().split(b" ", 2)[1])
        length = 0
        while (line := self._line()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        data = self._replies.read(length)
        if len(data) != length:
            raise Lost("the reply is incomplete")
        return status, data

    def _line(self):
        line = self._replies.readline()
        if not line.endswith(b"\n"):
            raise Lost("the connection was closed")
        return line

    def call(self, action, body):
        """Sends a request that must succeed."""
        self.send(action, body)
        status, reply = self.receive()
        if status != 200:
            raise AssertionError(f"{action} was answered with {status}: {reply}")

    def close(self):
        self._replies.close()
        self._socket.close()

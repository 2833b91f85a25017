"""Requests as bytes, and the replies to them. Every wait has an end."""

import json
import socket

PATIENCE_S = 10
AUTHORIZATION = (
    "AWS4-HMAC-SHA256 Credential=attacks/20261121/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00"
)


class Closed(Exception):
    """The server has closed the connection."""


def head(method, path, headers, host="localhost"):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *(f"{name}: {value}" for name, value in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def api_headers(operation):
    return [
        ("Content-Type", "application/x-amz-json-1.0"),
        ("X-Amz-Target", f"DynamoDB_20120810.{operation}"),
        ("X-Amz-Date", "20261121T000000Z"),
        ("Authorization", AUTHORIZATION),
    ]


def api_call(operation, body, more=()):
    """The bytes of a call of DynamoDB's API; `body` is bytes, or what becomes JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return head("POST", "/", [*api_headers(operation), *more, ("Content-Length", len(data))]) + data


class Connection:
    """One connection, on which exactly the bytes go out that are given."""

    def __init__(self, port, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(("127.0.0.1", port))
        self.received = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        """False when the server has closed before all was sent."""
        try:
            self.socket.sendall(data)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False

    def _more(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionResetError:
            data = b""
        if not data:
            raise Closed
        self.received += data

    def reply(self):
        """Status and body of the next reply. Closed when there is none, TimeoutError when it does not come."""
        while b"\r\n\r\n" not in self.received:
            self._more()
        top, _, rest = self.received.partition(b"\r\n\r\n")
        lines = top.decode("latin-1").split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
        while len(rest) < length:
            self._more()
            rest = self.received.partition(b"\r\n\r\n")[2]
        self.received = rest[length:]
        return int(lines[0].split()[1]), rest[:length]

    def replies_until_closed(self, most):
        """The statuses of all that comes before the server closes, or falls silent for half a second."""
        statuses = []
        self.socket.settimeout(0.5)
        try:
            while len(statuses) < most:
                statuses.append(self.reply()[0])
        except (Closed, TimeoutError):
            pass
        return statuses

    def is_closed(self):
        """Whether the server closes within the patience, whatever it sends before."""
        try:
            while True:
                self._more()
        except Closed:
            return True
        except TimeoutError:
            return False

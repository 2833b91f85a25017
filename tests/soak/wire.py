"""Signed requests of DynamoDB's API and requests of the admin API, over http, https or the Unix socket."""

import base64
import datetime
import hashlib
import hmac
import http.client
import json
import socket
import ssl

PATIENCE_S = 60
OF_STREAMS = ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
HOME = "us-east-1"


class Refused(Exception):
    """An answer that is no success, or none at all: then the name is "lost"."""

    def __init__(self, name, told):
        super().__init__(f"{name}: {told}")
        self.name = name


class SocketConnection(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _hmac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def signed_headers(key, moment, region, target, body):
    """The headers of a request of the path "/" that `key`, an id and a secret, signs."""
    stamp = moment.strftime("%Y%m%dT%H%M%SZ")
    scope = f"{stamp[:8]}/{region}/dynamodb/aws4_request"
    headers = {"content-type": "application/x-amz-json-1.0", "host": "localhost", "x-amz-date": stamp,
               "x-amz-target": target}
    names = ";".join(headers)
    lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
    canonical = f"POST\n/\n\n{lines}\n{names}\n{hashlib.sha256(body).hexdigest()}"
    secret = f"AWS4{key[1]}".encode()
    for part in scope.split("/"):
        secret = _hmac(secret, part)
    wanted = f"AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    signature = _hmac(secret, wanted).hex()
    headers["authorization"] = (
        f"AWS4-HMAC-SHA256 Credential={key[0]}/{scope}, SignedHeaders={names}, Signature={signature}"
    )
    return headers


class Client:
    """One thread's connection, made with the first request and again after one that was lost."""

    def __init__(self, server, transport):
        self._server = server
        self._transport = transport
        self._connection = None

    def close(self):
        if self._connection:
            self._connection.close()
            self._connection = None

    def _connect(self):
        if self._transport == "socket":
            return SocketConnection(str(self._server.socket_path), PATIENCE_S)
        if self._transport == "https":
            trusted = ssl.create_default_context(cafile=str(self._server.ca_path))
            return http.client.HTTPSConnection("localhost", self._server.port, timeout=PATIENCE_S, context=trusted)
        return http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=PATIENCE_S)

    def request(self, method, path, body, headers):
        """Status and body of the reply."""
        if not self._connection:
            self._connection = self._connect()
        try:
            self._connection.request(method, path, body, headers)
            reply = self._connection.getresponse()
            return reply.status, reply.read()
        except (http.client.HTTPException, OSError) as error:
            self.close()
            raise Refused("lost", f"{type(error).__name__}: {error}") from error

    def call(self, operation, body, region=HOME, universe=None, key=None):
        """The answer's JSON."""
        data = json.dumps(body).encode()
        target = f"{'DynamoDBStreams' if operation in OF_STREAMS else 'DynamoDB'}_20120810.{operation}"
        headers = signed_headers(key or self._server.key, self._server.clock.now(universe), region, target, data)
        if universe:
            headers["x-stator-universe"] = universe
        status, text = self.request("POST", "/", data, headers)
        answer = json.loads(text or b"{}")
        if status != 200:
            name = answer.get("__type", "").split("#")[-1]
            raise Refused(name, f"{operation} {data[:600].decode()}: {status} {answer}")
        return answer

    def refused(self, names, operation, body, **more):
        """Expects the answer to be an error with one of these names; which one."""
        try:
            answer = self.call(operation, body, **more)
        except Refused as refusal:
            if refusal.name in names:
                return refusal.name
            raise
        raise AssertionError(f"{operation} should be refused with one of {names}: {answer}")

    def admin(self, method, path, body=None, universe=None):
        """The answer of the admin API, as JSON if it is some; `path` is below /_stator/v1 unless it begins with "/"."""
        data = b"" if body is None else json.dumps(body).encode()
        headers = {"Host": "localhost", "X-Stator-Admin-Token": self._server.token}
        if universe:
            headers["x-stator-universe"] = universe
        status, text = self.request(method, path if path.startswith("/") else f"/_stator/v1/{path}", data, headers)
        if status >= 300:
            raise Refused("admin", f"{method} {path} {data[:600].decode()}: {status} {text[:600].decode()}")
        return _parsed(text, path) if text[:1] in (b"{", b"[") else text.decode()


def _parsed(text, path):
    """The JSON of a page, which says where it is none."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        around = text.decode()[max(0, error.pos - 200):error.pos + 200]
        raise AssertionError(f"{path} is no JSON: {error}, in ...{around}...") from error


class Clock:
    """The times of the server's universes, by which requests are signed."""

    def __init__(self):
        self._ahead = {}

    def now(self, universe=None):
        ahead = self._ahead.get(universe, self._ahead.get(None, datetime.timedelta()))
        return datetime.datetime.now(datetime.timezone.utc) + ahead

    def learn(self, client, universe=None):
        shown = client.admin("GET", "clock", universe=universe)
        told = datetime.datetime.fromtimestamp(shown["nowMs"] / 1000, datetime.timezone.utc)
        self._ahead[universe] = told - datetime.datetime.now(datetime.timezone.utc)

    def forget(self, universe):
        self._ahead.pop(universe, None)


def binary(data):
    return {"B": base64.b64encode(data).decode()}

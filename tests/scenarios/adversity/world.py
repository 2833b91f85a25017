"""A world for one application and one seed: a server full of legal adversity, a clock that only the
world moves, and a transcript of every byte that was answered.

The server is hostile (`--hostile`, at a level that depends on the seed): reads are late and so are
indexes and streams, every legal but rare answer is common. All of it derives from the seed, and so does what
the application does: requests go out strictly one after another, and waiting moves the clock
instead of sleeping. So a seed that fails once fails for ever, in the same way.
"""
import datetime
import hashlib
import heapq
import http.client
import io
import json
import os
import random
import re
import select
import subprocess
import tempfile
import time
import types

import botocore.awsrequest
import botocore.endpoint
import boto3
from boto3.dynamodb.types import TypeDeserializer, TypeSerializer
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionError, HTTPClientError

START = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
LEVELS = ("mild", "rough", "brutal")
# By seed, repeating. Mistakes show soonest at the brutal level, but that takes the longest.
LEVELS_IN_TURN = ("rough", "brutal", *("rough", "mild", "rough", "rough") * 2)
# Longer than any read can lag: after this time, every read returns all earlier writes.
SETTLED_SECONDS = 6
LISTENING = re.compile(r"Stator is listening on http://127\.0\.0\.1:(\d+)\n")
START_SECONDS_MAX = 120  # a sanitizer build reads a long history while other processes run
STEPS_MAX = 2000
ATTEMPTS_MAX = 60

THROTTLING = {
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
    "LimitExceededException",
}
PASSING = THROTTLING | {
    "TransactionConflict",
    "TransactionConflictException",
    "TransactionInProgressException",
}

_session = boto3.session.Session(
    aws_access_key_id="adversity", aws_secret_access_key="adversity", region_name="eu-west-2"
)
_to_attribute_value = TypeSerializer().serialize
_from_attribute_value = TypeDeserializer().deserialize

# boto3 backs off in real time; here only the world advances time.
botocore.endpoint.time = types.SimpleNamespace(sleep=lambda seconds: None)


class Broken(Exception):
    """A promise that the application makes to its users does not hold."""


class ServerError(Exception):
    """The server did not start."""


class Exchange:
    """One request as it was sent, and every byte that came back."""

    def __init__(self):
        self.sent = b""
        self.received = b""
        self.is_lost = False

    def __str__(self):
        head, _, body = self.received.partition(b"\r\n\r\n")
        status = head.partition(b"\r\n")[0].decode(errors="replace") or "nothing"
        end = " (connection lost)" if self.is_lost else ""
        request = self.sent.partition(b"\r\n\r\n")[2].decode(errors="replace")
        target = re.search(rb"X-Amz-Target: *\S*\.(\w+)", self.sent)
        operation = target.group(1).decode() if target else "?"
        answer = body.decode(errors="replace")
        return f"{operation} {request}\n    {status}{end} {answer}"


class Transcript:
    """All exchanges with the server, in order."""

    def __init__(self):
        self.exchanges = []

    def send(self, sent):
        exchange = self.exchanges[-1] if self.exchanges else None
        if exchange is None or exchange.received or exchange.is_lost:
            exchange = Exchange()
            self.exchanges.append(exchange)
        exchange.sent += sent

    def receive(self, received):
        self.exchanges[-1].received += received

    def lose(self):
        if self.exchanges:
            self.exchanges[-1].is_lost = True

    def digest(self):
        """A hash of every byte received (status lines, headers and bodies) and every lost reply."""
        total = hashlib.sha256()
        for exchange in self.exchanges:
            total.update(b"%d %d\n" % (len(exchange.received), exchange.is_lost))
            total.update(exchange.received)
        return total.hexdigest()


class RecordingReader(io.RawIOBase):
    """The bytes of a socket, on their way into a transcript."""

    def __init__(self, raw, transcript):
        super().__init__()
        self._raw = raw
        self._transcript = transcript

    def readable(self):
        return True

    def readinto(self, buffer):
        try:
            size = self._raw.readinto(buffer)
        except OSError:
            self._transcript.lose()
            raise
        if size:
            self._transcript.receive(bytes(buffer[:size]))
        else:
            self._transcript.lose()
        return size

    def close(self):
        self._raw.close()
        super().close()


class RecordingSocket:
    """A connected socket that writes down what passes; otherwise the socket itself."""

    def __init__(self, socket, transcript):
        self._socket = socket
        self._transcript = transcript

    def sendall(self, sent, *flags):
        self._transcript.send(bytes(sent))
        try:
            return self._socket.sendall(sent, *flags)
        except OSError:
            self._transcript.lose()
            raise

    def makefile(self, *_, **__):
        raw = self._socket.makefile("rb", buffering=0)
        return io.BufferedReader(RecordingReader(raw, self._transcript))

    def __getattr__(self, name):
        return getattr(self._socket, name)


class RecordingConnection(botocore.awsrequest.AWSHTTPConnection):
    """boto3's connection; a process has one world at a time, whose transcript it writes."""

    transcript = None

    def _new_conn(self):
        return RecordingSocket(super()._new_conn(), self.transcript)


botocore.awsrequest.AWSHTTPConnectionPool.ConnectionCls = RecordingConnection


class World:
    """Owns one server process from construction until `close`. Not thread-safe: one at a time."""

    def __init__(self, binary, seed, level=None):
        self.seed = seed
        self._level = level or LEVELS_IN_TURN[seed % len(LEVELS_IN_TURN)]
        self.random = random.Random(seed)
        self.transcript = Transcript()
        self._elapsed_ms = 0
        self._owed_ms = 0
        self._directory = tempfile.TemporaryDirectory(prefix="adversity-")
        self._clients = []
        self._process = None
        self._admin = None
        try:
            self._port = self._start(binary)
        except Exception:
            self.close()
            raise
        self._admin = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        RecordingConnection.transcript = self.transcript
        self.client = self.new_client(max_attempts=10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def new_client(self, service="dynamodb", **retries):
        """A low-level client whose every request happens at the world's present."""
        client = _session.client(
            service,
            endpoint_url=f"http://127.0.0.1:{self._port}",
            config=Config(retries={"mode": "standard", **retries}, read_timeout=20),
        )
        client.meta.events.register("before-send", self._move_clock)
        self._clients.append(client)
        return client

    def now(self):
        return START + datetime.timedelta(milliseconds=self._elapsed_ms)

    def wait(self, seconds):
        """Lets so much virtual time pass; takes no real time."""
        milliseconds = round(seconds * 1000)
        self._elapsed_ms += milliseconds
        self._owed_ms += milliseconds

    def settle(self):
        """Lets so much time pass that no read can be stale."""
        self.wait(SETTLED_SECONDS)

    def patiently(self, operation, **request):
        """The answer to a request, which is repeated while what refuses it will pass.

        boto3 itself gives up after some attempts, and never repeats what met a transaction. The
        repeated request may meet its own effect: its first reply may have been lost.
        """
        for attempt in range(ATTEMPTS_MAX):
            try:
                return operation(**request)
            except (ConnectionError, HTTPClientError):
                pass
            except ClientError as error:
                if not will_pass(error):
                    raise
            self.wait(min(1, 0.02 * 2**attempt))
        raise Broken(f"{request.get('TableName', 'a request')} was refused {ATTEMPTS_MAX} times")

    def pages(self, operation, **request):
        """The pages of a Query or Scan, following LastEvaluatedKey to the end."""
        while True:
            page = self.patiently(operation, **request)
            yield page
            if "LastEvaluatedKey" not in page:
                return
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def create_table(self, name, key, attributes, indexes=(), stream=""):
        """Creates a table and waits until it is active; key is (partition[, sort]), attributes maps
        names to types, and each index is (name, (partition[, sort])). Returns the ARN of its stream,
        which shows what `stream` says, or None.
        """
        options = {}
        if indexes:
            options["GlobalSecondaryIndexes"] = [_index(*index) for index in indexes]
        if stream:
            options["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": stream}
        try:
            self.patiently(
                self.client.create_table,
                TableName=name,
                AttributeDefinitions=[
                    {"AttributeName": attribute, "AttributeType": attributes[attribute]}
                    for attribute in attributes
                ],
                KeySchema=_key_schema(key),
                BillingMode="PAY_PER_REQUEST",
                **options,
            )
        except self.client.exceptions.ResourceInUseException:
            pass  # The reply to our own request was lost.
        for _ in range(ATTEMPTS_MAX):
            described = self.patiently(self.client.describe_table, TableName=name)
            if described["Table"]["TableStatus"] == "ACTIVE":
                return described["Table"].get("LatestStreamArn")
            self.wait(0.1)
        raise Broken(f"table {name} never became active")

    def stored(self, table_name):
        """All items of a table, by a strongly consistent Scan."""
        pages = self.pages(self.client.scan, TableName=table_name, ConsistentRead=True)
        return [decode(item) for page in pages for item in page["Items"]]

    def run_together(self, *workers):
        """Runs generators side by side until all have ended. Each yields how many seconds it is
        busy for, or waits, before its next step.
        """
        due = [(self._elapsed_ms, order) for order in range(len(workers))]
        for _ in range(STEPS_MAX):
            if not due:
                return
            due_ms, order = heapq.heappop(due)
            self.wait(max(0, due_ms - self._elapsed_ms) / 1000)
            seconds = next(workers[order], None)
            if seconds is not None:
                heapq.heappush(due, (self._elapsed_ms + round(seconds * 1000), order))
        raise Broken(f"the application was not done after {STEPS_MAX} steps")

    def close(self):
        """Ends the server and removes what it left."""
        for client in self._clients:
            client._endpoint.http_session.close()
        if self._process is not None:
            if self._admin is not None:
                self._admin.close()
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
        self._directory.cleanup()

    def _start(self, binary):
        command = [binary, "--port", "0", "--threads", "1", "--log-level", "error"]
        command += ["--seed", str(self.seed), "--hostile", self._level]
        command += ["--freeze", START.strftime("%Y-%m-%dT%H:%M:%SZ")]
        with open(os.path.join(self._directory.name, "log"), "wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log
            )
        line = self._first_line()
        match = LISTENING.fullmatch(line)
        if match is None:
            with open(os.path.join(self._directory.name, "log"), errors="replace") as log:
                raise ServerError(f"the server said {line!r} and logged {log.read()[-2000:]!r}")
        return int(match.group(1))

    def _first_line(self):
        deadline = time.monotonic() + START_SECONDS_MAX
        line = b""
        while not line.endswith(b"\n"):
            patience = max(0, deadline - time.monotonic())
            ready, _, _ = select.select([self._process.stdout], [], [], patience)
            chunk = os.read(self._process.stdout.fileno(), 1) if ready else b""
            if not chunk:
                break
            line += chunk
        return line.decode(errors="replace")

    def _move_clock(self, **_):
        """Catches the server's clock up with the world's, just before a request goes out."""
        if not self._owed_ms:
            return
        body = json.dumps({"ms": self._owed_ms})
        self._owed_ms = 0
        self._admin.request("POST", "/_stator/v1/clock/advance", body)
        answer = self._admin.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise ServerError(f"the clock did not advance: {answer.status} {text!r}")


def will_pass(error):
    """Whether a refusal has to do with the moment and not with the request."""
    code = error.response["Error"]["Code"]
    if code == "TransactionCanceledException":
        reasons = {reason["Code"] for reason in error.response.get("CancellationReasons", [])}
        return bool(reasons - {"None"}) and reasons <= PASSING | {"None"}
    return code in PASSING or error.response["ResponseMetadata"]["HTTPStatusCode"] >= 500


def encode(attributes):
    return {name: _to_attribute_value(value) for name, value in attributes.items()}


def decode(attributes):
    return {name: _from_attribute_value(value) for name, value in attributes.items()}


def require_equal(what, expected, found):
    """Raises Broken, with what is missing and what is too much, unless two lists are equal."""
    if expected == found:
        return
    missing, surplus = list(expected), []
    for element in found:
        if element in missing:
            missing.remove(element)
        else:
            surplus.append(element)
    parts = [
        f"{len(elements)} {word}: {', '.join(map(str, elements[:3]))}{' …' * (len(elements) > 3)}"
        for word, elements in (("missing", missing), ("too many", surplus))
        if elements
    ]
    raise Broken(f"{what}: {'; '.join(parts) or 'in another order'}")


def _key_schema(key):
    kinds = ("HASH", "RANGE")
    return [{"AttributeName": name, "KeyType": kind} for name, kind in zip(key, kinds)]


def _index(name, key):
    return {
        "IndexName": name,
        "KeySchema": _key_schema(key),
        "Projection": {"ProjectionType": "ALL"},
    }

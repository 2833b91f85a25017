"""What goes wrong: faults, throttling, refusals by policy, and connections that end in the middle."""

import socket
import ssl
import struct

from feature import THINGS, Feature, expect, key_of, simple_table, wait_active
from wire import Refused, signed_headers

# Each ends the work of a request in another place.
FAULTS = [
    ({"error": "InternalServerError"}, "InternalServerError"), ({"status": 503}, "ServiceUnavailable"),
    ({"drop": "before"}, "lost"), ({"drop": "after"}, "lost"), ({"truncate": True}, "lost"),
    ({"throttle": True}, "ThrottlingException"), ({"latency": 30}, None), ({"wrongCrc": True}, None),
]


class Faults(Feature):
    """A universe in which every second request meets another fault."""

    name = "faulty"

    def work(self, client, cycle):
        client.admin("POST", "universes", {"name": self.name})
        self.world.server.clock.learn(client, self.name)
        client.call("CreateTable", simple_table("Met"), universe=self.name)
        wait_active(client, "Met", universe=self.name)
        for fault, name in FAULTS:
            rule = {"name": "met", "match": {"operation": "PutItem", "every": 2}, "fault": fault}
            client.admin("PUT", "faults", {"rules": [rule], "seed": 7}, universe=self.name)
            for number in range(6):
                self._put(client, number, name if number % 2 else None)
        client.admin("DELETE", "faults", universe=self.name)
        client.admin("PUT", "hostile", {"level": "rough"}, universe=self.name)
        client.admin("PUT", "hostile", {"level": "off"}, universe=self.name)
        self._put(client, 1, None)
        client.admin("DELETE", f"universes/{self.name}")
        self.world.server.clock.forget(self.name)

    def _put(self, client, number, name):
        put = ("PutItem", {"TableName": "Met", "Item": {"pk": {"S": f"{number}"}, "text": {"S": "x" * 500}}})
        if name:
            client.refused([name], *put, universe=self.name)
        else:
            client.call(*put, universe=self.name)


class Throttling(Feature):
    """A universe with a table that may write one unit a second, and is asked for more."""

    name = "throttled"

    def work(self, client, cycle):
        client.admin("POST", "universes", {"name": self.name})
        client.admin("PUT", "throughput", {"throttle": "aws", "heat": True}, universe=self.name)
        self.world.server.clock.learn(client, self.name)
        table = simple_table("Small", BillingMode="PROVISIONED",
                             ProvisionedThroughput={"ReadCapacityUnits": 1, "WriteCapacityUnits": 1})
        client.call("CreateTable", table, universe=self.name)
        wait_active(client, "Small", universe=self.name)
        item = {"pk": {"S": "large"}, "text": {"S": "x" * 390_000}}
        client.call("PutItem", {"TableName": "Small", "Item": item}, universe=self.name)
        for _ in range(20):
            client.refused(["ProvisionedThroughputExceededException"], "PutItem",
                           {"TableName": "Small", "Item": {"pk": {"S": "next"}}}, universe=self.name)
        client.admin("GET", "heat", universe=self.name)
        client.admin("DELETE", f"universes/{self.name}")
        self.world.server.clock.forget(self.name)


class Policies(Feature):
    """One who may read items of one table, and nothing else; keys that are read anew; decisions that are forgotten."""

    def work(self, client, cycle):
        reader = self.world.server.reader
        for number in range(20):
            client.call("GetItem", {"TableName": THINGS, "Key": key_of("lasting-1", number)}, key=reader)
            foreign = {"TableName": THINGS, "Key": {"pk": {"S": f"other-{number}"}, "sk": {"N": "1"}}}
            client.refused(["AccessDeniedException"], "GetItem", foreign, key=reader)
            client.refused(["AccessDeniedException"], "Scan", {"TableName": THINGS}, key=reader)
            client.refused(["InvalidSignatureException"], "ListTables", {}, key=(reader[0], "wrong"))
            client.refused(["UnrecognizedClientException"], "ListTables", {}, key=("AKIANOBODY", "none"))
        client.admin("GET", "iam/decisions?limit=50")
        client.admin("GET", "iam/needed")

    def settle(self, client, cycle):
        # Each backup and export has its own ARN, so the decisions about them would be kept, up to a
        # limit that is not reached in half an hour.
        client.admin("DELETE", "iam/decisions")
        client.admin("POST", "credentials/reload")


class Broken(Feature):
    """Connections that end in the head, in the body, in the handshake, before the reply and in the middle of it."""

    def work(self, client, cycle):
        whole = self._request("Scan", b'{"TableName":"Things"}')
        put = self._request("PutItem", b'{"TableName":"Things","Item":{}}')
        for _ in range(5):
            for part in (b"", b"POST / HT", whole[:60], put[:-10], whole, whole * 5):
                self._break(part, takes=0)
            self._break(whole, takes=1000)
            self._break(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", takes=0)
            self._break(b"\x16\x03\x01\x00\x05hello", takes=200)
            self._break(b"nonsense\r\n\r\n", takes=200)
            self._break_secure(whole)
            self._break_local(put[:-10])

    def _request(self, operation, body):
        server = self.world.server
        target = f"DynamoDB_20120810.{operation}"
        headers = signed_headers(server.key, server.clock.now(), "us-east-1", target, body)
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"POST / HTTP/1.1\r\n{lines}content-length: {len(body)}\r\n\r\n".encode() + body

    def _connect(self):
        return socket.create_connection(("127.0.0.1", self.world.server.port), timeout=30)

    def _break(self, data, takes):
        """Sends, takes at most so many bytes of what comes, and resets the connection."""
        with self._connect() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(data)
            if takes:
                connection.recv(takes)

    def _break_secure(self, data):
        trusted = ssl.create_default_context(cafile=str(self.world.server.ca_path))
        with self._connect() as connection:
            with trusted.wrap_socket(connection, server_hostname="localhost") as secured:
                secured.sendall(data)
                secured.recv(1000)

    def _break_local(self, data):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.world.server.socket_path))
            connection.sendall(data)


class Watching(Feature):
    """Everything that only looks: metrics, lists, reports, the console's page; and answers to what makes no sense."""

    pages = [
        "/metrics", "/health", "/ready", "/_stator/console", "/_stator/openapi.json", "universes",
        "laboratory", "requests?limit=200", "counters", "report?format=markdown", "limits", "due",
        "history", "backups", "exports", "imports", "bulk-operations", "kinesis", "replication", "triggers",
        "heat", "partitions", "snapshots", "policies", "throughput", "consistency", "streams", "credentials",
    ]

    def begin(self, client):
        # Fewer than a cycle has, so that some are always dropped.
        client.admin("PUT", "requests/settings", {"on": True, "capacity": 500, "bodies": "full"})

    def work(self, client, cycle):
        for page in self.pages:
            client.admin("GET", page)
        client.admin("POST", "assertions", {"assertions": [{"operation": "DescribeLimits", "most": 1_000_000}]})
        for operation, body, name in (
            ("GetItem", {"TableName": "Nowhere", "Key": {"pk": {"S": "1"}}}, "ResourceNotFoundException"),
            ("PutItem", {"TableName": THINGS, "Item": {"pk": {"N": "1"}}}, "ValidationException"),
            ("Query", {"TableName": THINGS, "KeyConditionExpression": "pk ="}, "ValidationException"),
            ("ExecuteStatement", {"Statement": "SELECT"}, "ValidationException"),
        ):
            client.refused([name], operation, body)
        for operation in ("DescribeLimits", "DescribeEndpoints", "ListTables", "ListGlobalTables"):
            client.call(operation, {})
        try:
            client.admin("GET", "nowhere")
            raise AssertionError("a route that is not there was answered")
        except Refused as refusal:
            expect(refusal.name, "admin", "a route that is not there")

    def settle(self, client, cycle):
        # Which requests are the latest depends on how often the features polled for a result, and
        # their bodies are megabytes or empty. Results of assertions are deleted with them: with one
        # per cycle, the limit of a thousand would be reached only after an hour.
        client.admin("DELETE", "requests")

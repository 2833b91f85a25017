"""Sends a table's changes to kinesalite, a server of Kinesis's API that is not ours, through a proxy that
makes trouble: every change must arrive, those of an item in their order, whatever was refused or lost.

usage: kinesalite_test.py [--writes N] [--seed N] [BINARY]         (or STATOR_BINARY)
"""
import base64
import contextlib
import http.client
import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python"))
import kill_test
from crash_connection import Connection
from fault_proxy import FaultProxy
from order import Arrivals
from server import Server

HERE = pathlib.Path(__file__).parent
TABLE = "Changing"
STREAM = "changes"
SHARDS = 3
ITEMS = 20
PATIENCE_SECONDS = 60


class Kinesis:
    """A process of kinesalite, and a client of it."""

    def __init__(self):
        self._process = subprocess.Popen(
            ["node", str(HERE / "kinesalite.js")], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self._process.stdout.readline())

    def call(self, operation, request):
        headers = {
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": f"Kinesis_20131202.{operation}",
            "X-Amz-Date": "20260101T000000Z",
            "Authorization": (
                "AWS4-HMAC-SHA256 Credential=k/20260101/eu-west-2/kinesis/aws4_request, "
                "SignedHeaders=host, Signature=0"
            ),
        }
        # One connection per call: Node.js closes connections that are silent for five seconds.
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        with contextlib.closing(connection):
            connection.request("POST", "/", json.dumps(request), headers)
            response = connection.getresponse()
            body = response.read()
        if response.status != 200:
            raise AssertionError(f"{operation} answered {response.status}: {body}")
        return json.loads(body) if body else {}

    def shards(self):
        """Once the stream is active."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            stream = self.call("DescribeStream", {"StreamName": STREAM})["StreamDescription"]
            if stream["StreamStatus"] == "ACTIVE":
                return [shard["ShardId"] for shard in stream["Shards"]]
        raise AssertionError("the stream of kinesalite does not become active")

    def records(self, shard):
        """All records of a shard."""
        position = {"StreamName": STREAM, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"}
        iterator = self.call("GetShardIterator", position)["ShardIterator"]
        while True:
            page = self.call("GetRecords", {"ShardIterator": iterator})
            if not page["Records"]:
                return
            yield from page["Records"]
            iterator = page["NextShardIterator"]

    def close(self):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


class KinesaliteTest:
    def __init__(self, binary, seed, directory):
        self._kinesis = Kinesis()
        self._proxy = FaultProxy(self._kinesis.port, seed)
        self._server = Server(
            os.path.abspath(binary),
            os.path.join(directory, "log"),
            None,
            ("--kinesis-endpoint", self._proxy.url),
        )
        self._arrivals = Arrivals()
        self._shards_used = 0
        self._writes = 0
        self.problems = []

    def run(self, writes):
        self._kinesis.call("CreateStream", {"StreamName": STREAM, "ShardCount": SHARDS})
        shards = self._kinesis.shards()
        self._server.wait_until_listening()
        connection = Connection(self._server.port)
        self._set_up(connection)
        written = {}
        for write in range(writes):
            key = f"item-{write % ITEMS}"
            written[key] = written.get(key, 0) + 1
            item = {"pk": {"S": key}, "n": {"N": str(written[key])}}
            connection.call("PutItem", {"TableName": TABLE, "Item": item})
            self._writes += 1
        self._await_quiet(connection)
        connection.close()
        for shard in shards:
            records = list(self._kinesis.records(shard))
            for record in records:
                self._check_record(record)
            self._shards_used += 1 if records else 0
        self._arrivals.check(written)
        self.problems += self._arrivals.problems
        if self._shards_used < 2:
            self.problems.append("all items came to one shard")
        if not self._proxy.troubles:
            self.problems.append("there was no trouble")

    def _check_record(self, record):
        document = json.loads(base64.b64decode(record["Data"]))
        if len(record["PartitionKey"]) != 32 or document["tableName"] != TABLE:
            self.problems.append(f"a record is not as AWS has it: {record}")
        self._arrivals.take_record(document)

    def _set_up(self, connection):
        connection.call(
            "CreateTable",
            {
                "TableName": TABLE,
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            },
        )
        arn = f"arn:aws:kinesis:eu-west-2:000000000000:stream/{STREAM}"
        connection.call("EnableKinesisStreamingDestination", {"TableName": TABLE, "StreamArn": arn})

    def _await_quiet(self, connection):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            streams = connection.control("GET", "kinesis")["streams"]
            if streams and all(stream["waiting"] == 0 for stream in streams):
                return
        self.problems.append(f"records wait for ever: {json.dumps(streams)}")

    def close(self):
        self._server.kill()
        self._proxy.close()
        self._kinesis.close()

    def summary(self):
        return (
            f"{self._writes} changes of {ITEMS} items in {self._shards_used} shards; "
            f"{self._proxy.calls} calls, {self._proxy.troubles} with trouble; "
            f"{self._arrivals.again} came again"
        )


if __name__ == "__main__":
    sys.exit(kill_test.main("Changes to kinesalite.", ("--writes", 600), KinesaliteTest))

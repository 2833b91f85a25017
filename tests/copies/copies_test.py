"""Copies of tables with `stator copy`: to another emulator of DynamoDB's API and back, and between two Stators
while the client is killed and the servers throttle, fail, drop connections and leave items unprocessed. After each,
both sides have the same items by a checksum of this folder's own.

usage: copies_test.py BINARY        (started by ./run)
"""
import base64
import contextlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
from pathlib import Path

import checksums

HERE = Path(__file__).resolve().parent
DYNALITE = HERE / "node_modules/dynalite/cli.js"
HEADERS = {
    "Content-Type": "application/x-amz-json-1.0", "X-Amz-Date": "20261101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=stator/20261101/us-east-1/dynamodb/aws4_request, "
                     "SignedHeaders=host;x-amz-date, Signature=00"}
ENVIRONMENT = {**os.environ, "AWS_ACCESS_KEY_ID": "stator", "AWS_SECRET_ACCESS_KEY": "stator"}
MIXED = {
    "TableName": "Mixed",
    "AttributeDefinitions": [
        {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"},
        {"AttributeName": "group", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [{
        "IndexName": "by-group", "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
        "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}],
    "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
}


class Process:
    """A server of this machine, which says on which port it listens."""

    def __init__(self, *command, url_of=lambda line: line.rpartition("listening on ")[2].strip()):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.url = None
        for line in self.process.stdout:
            if "listening" in line.lower():
                self.url = url_of(line)
                break
        if self.url is None:
            raise RuntimeError(f"{command[0]} does not listen")

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Endpoint:
    """Calls operations."""

    def __init__(self, url):
        self.url = url

    def send_raw(self, method, path, headers, body):
        # A server may close a connection that is not used while a copy runs.
        address = urllib.parse.urlsplit(self.url).netloc
        with contextlib.closing(http.client.HTTPConnection(address, timeout=60)) as connection:
            connection.request(method, path, json.dumps(body), headers)
            reply = connection.getresponse()
            text = reply.read()
        if reply.status != 200:
            raise RuntimeError(f"{path} {headers.get('X-Amz-Target')}: {reply.status} {text.decode()}")
        return text

    def send(self, method, path, headers, body):
        return json.loads(self.send_raw(method, path, headers, body))

    def call(self, operation, body):
        return self.send("POST", "/", {**HEADERS, "X-Amz-Target": f"DynamoDB_20120810.{operation}"}, body)

    def set_faults(self, *rules):
        self.send("PUT", "/_stator/v1/faults", {}, {"rules": list(rules), "seed": 7})

    def create(self, table):
        self.call("CreateTable", table)
        while self.call("DescribeTable", {"TableName": table["TableName"]})["Table"]["TableStatus"] != "ACTIVE":
            continue

    def drop(self, name):
        self.call("DeleteTable", {"TableName": name})
        while name in self.call("ListTables", {})["TableNames"]:
            continue

    def put_all(self, name, items):
        for begin in range(0, len(items), 25):
            left = {name: [{"PutRequest": {"Item": item}} for item in items[begin:begin + 25]]}
            while left:
                left = self.call("BatchWriteItem", {"RequestItems": left}).get("UnprocessedItems")

    def pages(self, name):
        """What Scan answers, page by page, as bytes."""
        start = {}
        while True:
            page = self.send_raw("POST", "/", {**HEADERS, "X-Amz-Target": "DynamoDB_20120810.Scan"},
                                 {"TableName": name, "ConsistentRead": True, **start})
            yield page
            # No attribute here has that name, and in a text its quotation marks have backslashes.
            _, mark, rest = page.rpartition(b'"LastEvaluatedKey":')
            if not mark:
                return
            start = {"ExclusiveStartKey": json.JSONDecoder().raw_decode(rest.decode().lstrip())[0]}

    def checksum(self, name):
        return checksums.of_lines(self.pages(name))


def mixed_item(number, source):
    """All types, 38 digits, text beyond ASCII; some are large."""
    digits = "".join(source.choices("123456789", k=38))
    return {
        "pk": {"S": f"käse-{number % 97}"}, "sk": {"N": str(number)},
        "group": {"S": f"group-{number % 5}"}, "number": {"N": digits}, "small": {"N": f"-0.{digits[:30]}"},
        "text": {"S": 'ü € 😀 "\\ {[\n' + "x" * source.choice((0, 10, 1_000, 20_000))},
        "bytes": {"B": base64.b64encode(source.randbytes(source.randrange(1, 40))).decode()},
        "yes": {"BOOL": number % 2 == 0}, "nothing": {"NULL": True},
        "strings": {"SS": ["b", "a", "ä", str(number)]}, "numbers": {"NS": ["2", "1.50", "-1E+3", digits[:20]]},
        "blobs": {"BS": ["AQ==", "AA=="]},
        "list": {"L": [{"S": "one"}, {"N": "2"}, {"L": []}, {"M": {"deep": {"L": [{"BOOL": False}]}}}]},
        "map": {"M": {"a.b": {"S": "a point"}, "empty": {"M": {}}, "n": {"N": "0"}}},
    }


class CopiesTest(unittest.TestCase):
    binary = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.source = self.start_stator()

    def start_stator(self):
        server = Process(self.binary, "--port", "0")
        self.addCleanup(server.stop)
        return Endpoint(server.url)

    def command(self, source, target, *more):
        return [self.binary, "copy", "--from", source.url, "--to", target.url, *more]

    def copy(self, source, target, *more):
        done = subprocess.run(self.command(source, target, *more), cwd=self.folder.name, env=ENVIRONMENT,
                              stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def fill(self, count):
        source = random.Random(21)
        self.source.create(MIXED)
        self.source.put_all("Mixed", [mixed_item(number, source) for number in range(count)])

    def other(self):
        if "OTHER_ENDPOINT" in os.environ:
            return Endpoint(os.environ["OTHER_ENDPOINT"])
        if not DYNALITE.exists():
            self.skipTest("dynalite is not here: npm cannot be reached")
        server = Process(os.environ.get("NODE", "node"), str(DYNALITE), "--port", "0", "--createTableMs", "20",
                         "--deleteTableMs", "20", url_of=lambda line: "http://127.0.0.1:" + line.rpartition(":")[2].strip())
        self.addCleanup(server.stop)
        return Endpoint(server.url)

    def test_there_and_back(self):
        self.fill(1_000)
        other, back = self.other(), self.start_stator()
        self.assertIn("both sides have the same 1000 items", self.copy(self.source, other, "--verify"))
        self.assertEqual(other.checksum("Mixed"), self.source.checksum("Mixed"))
        self.assertIn("both sides have the same 1000 items", self.copy(other, back, "--verify"))
        self.assertEqual(back.checksum("Mixed"), self.source.checksum("Mixed"))
        for name in ("KeySchema", "AttributeDefinitions"):
            sides = [side.call("DescribeTable", {"TableName": "Mixed"})["Table"][name] for side in (self.source, back)]
            self.assertCountEqual(*sides)
        index = back.call("Query", {
            "TableName": "Mixed", "IndexName": "by-group", "KeyConditionExpression": "#g = :g", "Select": "COUNT",
            "ExpressionAttributeNames": {"#g": "group"}, "ExpressionAttributeValues": {":g": {"S": "group-3"}}})
        self.assertGreater(index["Count"], 0)
        other.drop("Mixed")

    def test_servers_that_fail(self):
        self.fill(1_000)
        target = self.start_stator()
        target.set_faults(
            {"match": {"operation": "BatchWriteItem", "every": 5}, "fault": {"throttle": True}},
            {"match": {"operation": "BatchWriteItem", "every": 7}, "fault": {"status": 500}},
            {"match": {"operation": "BatchWriteItem", "every": 4}, "fault": {"unprocessed": 0.5}},
            {"match": {"operation": "BatchWriteItem", "every": 11}, "fault": {"drop": "after"}})
        self.source.set_faults(
            {"match": {"operation": "Scan", "every": 3}, "fault": {"status": 503}},
            {"match": {"operation": "Scan", "every": 4}, "fault": {"drop": "before"}})
        self.copy(self.source, target)
        self.source.set_faults()
        target.set_faults()
        self.assertEqual(target.checksum("Mixed"), self.source.checksum("Mixed"))
        self.assertEqual(target.checksum("Mixed")[0], 1_000)

    def kill_copy_at(self, target, items):
        """Kills a copy once the target has that many items; whether it was still under way."""
        process = subprocess.Popen(self.command(self.source, target, "--segments", "3"), cwd=self.folder.name,
                                   env=ENVIRONMENT, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            if "Mixed" not in target.call("ListTables", {})["TableNames"]:
                continue
            if target.call("DescribeTable", {"TableName": "Mixed"})["Table"]["ItemCount"] >= items:
                process.send_signal(signal.SIGKILL)
                process.wait()
        return process.returncode == -signal.SIGKILL

    def test_client_that_is_killed(self):
        self.fill(2_500)
        target = self.start_stator()
        target.set_faults(
            {"match": {"operation": "BatchWriteItem"}, "fault": {"latency": 5}},
            {"match": {"operation": "BatchWriteItem", "every": 9}, "fault": {"unprocessed": 0.5}})
        kills = sum(self.kill_copy_at(target, items) for items in (100, 800, 1_600))
        self.assertEqual(kills, 3)
        self.assertTrue((Path(self.folder.name) / "stator-copy.state").exists())
        target.set_faults()
        self.copy(self.source, target, "--segments", "3", "--verify")
        self.assertEqual(target.checksum("Mixed"), self.source.checksum("Mixed"))
        self.assertEqual(target.checksum("Mixed")[0], 2_500)


if __name__ == "__main__":
    CopiesTest.binary = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)

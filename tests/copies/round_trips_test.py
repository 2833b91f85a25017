"""Mixed items through every format of files and back: `stator export` and `import`, ExportTableToPointInTime and
ImportTable. After each, the table has the same items by a checksum of this folder's own. An import that is killed
and begun again has them too, and none twice.

usage: round_trips_test.py BINARY        (started by ./run)
  ROUND_TRIP_ITEMS   how many items (default: 600)
"""
import base64
import gzip
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from copies_test import ENVIRONMENT, HERE, Endpoint, Process, canonical, mixed_item

COUNT = int(os.environ.get("ROUND_TRIP_ITEMS", "600"))
KEYS = {
    "AttributeDefinitions": [
        {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    "BillingMode": "PAY_PER_REQUEST",
}
LARGEST = 409_600


def largest_item(number):
    """400 KB of names and values, or a byte less."""
    item = {"pk": {"S": "largest"}, "sk": {"N": str(number)}, "b": {"B": ""}}
    used = 2 + 7 + 2 + (len(str(number)) + 1) // 2 + 1 + 1
    item["b"]["B"] = base64.b64encode(b"\xff\x00" * ((LARGEST - used) // 2)).decode()
    return item


def item_of(number, source):
    """Every 500th is as large as an item can be; of the others, every 20th keeps its long text."""
    if number % 500 == 499:
        return largest_item(number)
    item = mixed_item(number, source)
    if number % 20 and len(item["text"]["S"]) > 1_100:
        item["text"]["S"] = item["text"]["S"][:40]
    return item


def plain_item(number, source):
    """What a line of comma separated values can hold: keys and text."""
    return {"pk": {"S": f"käse,\"{number % 97}\""}, "sk": {"N": str(number)},
            "text": {"S": f"ü 😀\r\n\"{source.randrange(10**9)}\", "}}


def digest_of(item):
    text = json.dumps(canonical({"M": item}), sort_keys=True)
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


class RoundTripsTest(unittest.TestCase):
    binary = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        server = Process(self.binary, "--port", "0", "--s3-dir", str(self.folder / "s3"))
        self.addCleanup(server.stop)
        self.server = Endpoint(server.url)

    def write(self, name, make=item_of):
        """A file of lines, and the checksum of what is in it."""
        source = random.Random(21)
        total = 0
        with open(self.folder / name, "w", encoding="utf-8") as file:
            for number in range(COUNT):
                item = make(number, source)
                total = (total + digest_of(item)) % 2**256
                file.write(json.dumps({"Item": item}) + "\n")
        return COUNT, f"{total:064x}"

    def command(self, verb, table, *more):
        return [self.binary, verb, "--endpoint", self.server.url, "--table", table, *more]

    def run_command(self, *command):
        done = subprocess.run(self.command(*command), cwd=self.folder, env=ENVIRONMENT, stderr=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def create(self, table):
        self.server.create({"TableName": table, **KEYS})

    def fill(self, make=item_of):
        wanted = self.write("first.jsonl", make)
        self.create("Mixed")
        self.run_command("import", "Mixed", "--from", "first.jsonl")
        self.assertEqual(self.server.checksum("Mixed"), wanted)
        return wanted

    def go_through(self, file, wanted, *more):
        """Through a file, and what is written of the table into it."""
        self.run_command("export", "Mixed", "--to", file, *more)
        self.create("Again")
        self.run_command("import", "Again", "--from", file)
        self.assertEqual(self.server.checksum("Again"), wanted)
        self.server.drop("Again")

    def test_files(self):
        wanted = self.fill()
        for file in ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a.ion", "a.ion.gz", "a.ion.zst"):
            with self.subTest(file):
                self.go_through(file, wanted)

    def test_dynamodump(self):
        wanted = self.fill()
        self.run_command("export", "Mixed", "--format", "dynamodump", "--to", "dump")
        self.create("Again")
        self.run_command("import", "Again", "--format", "dynamodump", "--from", "dump/Mixed")
        self.assertEqual(self.server.checksum("Again"), wanted)

    def test_requests_of_dynein(self):
        wanted = self.fill()
        puts = [{"PutRequest": {"Item": item}} for item in self.server.items("Mixed")]
        (self.folder / "batch.json").write_text(json.dumps({"Again": puts}), encoding="utf-8")
        self.create("Again")
        self.run_command("import", "Again", "--format", "batch", "--from", "batch.json")
        self.assertEqual(self.server.checksum("Again"), wanted)

    def test_columns(self):
        wanted = self.fill(plain_item)
        for file in ("a.csv", "a.csv.gz"):
            with self.subTest(file):
                self.go_through(file, wanted, "--attributes", "pk,sk,text")

    def until_done(self, operation, wanted, body):
        while True:
            (description,) = self.server.call(operation, body).values()
            status = description.get("ExportStatus") or description.get("ImportStatus")
            if status != "IN_PROGRESS":
                self.assertEqual(status, wanted, description)
                return description

    def test_ion_of_amazons_library(self):
        if not (HERE / "node_modules/ion-js").exists():
            self.skipTest("ion-js is not here: npm cannot be reached")
        wanted = self.write("first.jsonl")
        lines = (self.folder / "first.jsonl").read_bytes()
        for form in ("binary", "text"):
            with self.subTest(form):
                written = subprocess.run(
                    [os.environ.get("NODE", "node"), str(HERE / "ion_writer.js"), form], input=lines,
                    stdout=subprocess.PIPE, check=True).stdout
                (self.folder / "other.ion").write_bytes(written)
                self.create("Mixed")
                self.run_command("import", "Mixed", "--from", "other.ion")
                self.assertEqual(self.server.checksum("Mixed"), wanted)
                self.server.drop("Mixed")
                (self.folder / "s3/ionfiles" / form).mkdir(parents=True, exist_ok=True)
                (self.folder / "s3/ionfiles" / form / "1.ion.gz").write_bytes(gzip.compress(written))
                started = self.server.call("ImportTable", {
                    "S3BucketSource": {"S3Bucket": "ionfiles", "S3KeyPrefix": form}, "InputFormat": "ION",
                    "InputCompressionType": "GZIP", "TableCreationParameters": {"TableName": f"By-{form}", **KEYS}})
                started = started["ImportTableDescription"]["ImportArn"]
                self.until_done("DescribeImport", "COMPLETED", {"ImportArn": started})
                self.assertEqual(self.server.checksum(f"By-{form}"), wanted)

    def test_layout_of_aws(self):
        wanted = self.fill()
        arn = self.server.call("DescribeTable", {"TableName": "Mixed"})["Table"]["TableArn"]
        self.server.call("UpdateContinuousBackups", {
            "TableName": "Mixed", "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})
        (self.folder / "s3/exports").mkdir(parents=True, exist_ok=True)
        for form in ("DYNAMODB_JSON", "ION"):
            with self.subTest(form):
                export = self.server.call("ExportTableToPointInTime", {
                    "TableArn": arn, "S3Bucket": "exports", "S3Prefix": form, "ExportFormat": form})
                export = export["ExportDescription"]["ExportArn"]
                self.until_done("DescribeExport", "COMPLETED", {"ExportArn": export})
                folder = f"{form}/AWSDynamoDB/{export.rpartition('/')[2]}/data/"
                started = self.server.call("ImportTable", {
                    "S3BucketSource": {"S3Bucket": "exports", "S3KeyPrefix": folder}, "InputFormat": form,
                    "InputCompressionType": "GZIP", "TableCreationParameters": {"TableName": f"From-{form}", **KEYS}})
                started = started["ImportTableDescription"]["ImportArn"]
                done = self.until_done("DescribeImport", "COMPLETED", {"ImportArn": started})
                self.assertEqual(done["ImportedItemCount"], COUNT)
                self.assertEqual(self.server.checksum(f"From-{form}"), wanted)

    def test_import_that_is_killed(self):
        wanted = self.write("first.jsonl")
        self.create("Mixed")
        self.server.set_faults({"match": {"operation": "BatchWriteItem"}, "fault": {"latency": 5}})
        kills = 0
        for part in (0.1, 0.4, 0.7):
            process = subprocess.Popen(self.command("import", "Mixed", "--from", "first.jsonl"), cwd=self.folder,
                                       env=ENVIRONMENT, stderr=subprocess.DEVNULL)
            while process.poll() is None:
                table = self.server.call("DescribeTable", {"TableName": "Mixed"})["Table"]
                if table["ItemCount"] >= part * COUNT:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
            kills += process.returncode == -signal.SIGKILL
        self.assertGreater(kills, 0)
        self.server.set_faults()
        self.run_command("import", "Mixed", "--from", "first.jsonl")
        self.assertEqual(self.server.checksum("Mixed"), wanted)


if __name__ == "__main__":
    RoundTripsTest.binary = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)

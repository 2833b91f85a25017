"""Mixed items through every format of files and back: `stator export` and `import`, ExportTableToPointInTime and
ImportTable. After each, the table has the same items by a checksum of this folder's own. An import that is killed
and begun again has them too, and none twice.

usage: round_trips_test.py BINARY        (started by ./run)
  ROUND_TRIP_ITEMS   how many items (default: 600)
"""
import base64
import gzip
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import checksums
from copies_test import ENVIRONMENT, HERE, Endpoint, Process, mixed_item

COUNT = int(os.environ.get("ROUND_TRIP_ITEMS", "600"))
ION_COUNT = 20_000
PATIENCE_S = 600
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


class Server(Endpoint):
    """Exports and imports as AWS does: into buckets, and from them."""

    def __init__(self, url, buckets):
        super().__init__(url)
        self.buckets = buckets

    def until_done(self, operation, body):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            (description,) = self.call(operation, body).values()
            status = description.get("ExportStatus") or description.get("ImportStatus")
            if status == "COMPLETED":
                return description
            if status != "IN_PROGRESS":
                raise RuntimeError(description)
            time.sleep(0.01)
        raise RuntimeError(f"{description} takes longer than {PATIENCE_S} s")

    def arn(self, table):
        return self.call("DescribeTable", {"TableName": table})["Table"]["TableArn"]

    def export(self, arn, form):
        """Into the bucket `exports`, below the name of the format. Returns the export's ARN."""
        self.call("UpdateContinuousBackups", {
            "TableName": arn, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})
        (self.buckets / "exports").mkdir(parents=True, exist_ok=True)
        begun = self.call("ExportTableToPointInTime", {
            "TableArn": arn, "S3Bucket": "exports", "S3Prefix": form, "ExportFormat": form})
        return self.until_done("DescribeExport", {"ExportArn": begun["ExportDescription"]["ExportArn"]})["ExportArn"]

    def import_table(self, bucket, prefix, form, table):
        """Into a new table. Returns what DescribeImport says in the end."""
        begun = self.call("ImportTable", {
            "S3BucketSource": {"S3Bucket": bucket, "S3KeyPrefix": prefix}, "InputFormat": form,
            "InputCompressionType": "GZIP", "TableCreationParameters": {"TableName": table, **KEYS}})
        return self.until_done("DescribeImport", {"ImportArn": begun["ImportTableDescription"]["ImportArn"]})


class FilesTest(unittest.TestCase):
    """A server with an empty folder for files and one for buckets."""

    binary = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        server = Process(self.binary, "--port", "0", "--s3-dir", str(self.folder / "s3"))
        self.addCleanup(server.stop)
        self.server = Server(server.url, self.folder / "s3")

    def command(self, verb, table, *more):
        return [self.binary, verb, "--endpoint", self.server.url, "--table", table, *more]

    def create(self, table):
        self.server.create({"TableName": table, **KEYS})


class RoundTripsTest(FilesTest):
    checksums = {}

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.written = Path(folder.name)

    def lines_of(self, make=item_of):
        """A file of lines, and the checksum of what is in it. Written once for all tests."""
        path = self.written / f"{make.__name__}.jsonl"
        if not path.exists():
            source = random.Random(21)
            with open(path, "w", encoding="utf-8") as file:
                for number in range(COUNT):
                    file.write(json.dumps({"Item": make(number, source)}) + "\n")
            with open(path, "rb") as file:
                self.checksums[make] = checksums.of_lines(file)
        self.assertEqual(self.checksums[make][0], COUNT)
        return path, self.checksums[make]

    def run_command(self, *command):
        done = subprocess.run(self.command(*command), cwd=self.folder, env=ENVIRONMENT, stderr=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def fill(self, make=item_of):
        path, wanted = self.lines_of(make)
        self.create("Mixed")
        self.run_command("import", "Mixed", "--from", path)
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
        # Such a file is read as a whole, so it may not be large.
        path, _ = self.lines_of()
        with open(path, "rb") as file:
            some = [json.loads(line) for line in itertools.islice(file, 5_000)]
        wanted = checksums.of_items(each["Item"] for each in some)
        (self.folder / "batch.json").write_text(
            json.dumps({"Again": [{"PutRequest": each} for each in some]}), encoding="utf-8")
        self.create("Again")
        self.run_command("import", "Again", "--format", "batch", "--from", "batch.json")
        self.assertEqual(self.server.checksum("Again"), wanted)

    def test_columns(self):
        wanted = self.fill(plain_item)
        for file in ("a.csv", "a.csv.gz"):
            with self.subTest(file):
                self.go_through(file, wanted, "--attributes", "pk,sk,text")

    def lines_for_ion_js(self):
        """As many as that library, which is slow, reads in a while, and their checksum."""
        if not (HERE / "node_modules/ion-js").exists():
            self.skipTest("ion-js is not here: npm cannot be reached")
        path, _ = self.lines_of()
        with open(path, "rb") as file:
            some = list(itertools.islice(file, ION_COUNT))
        return b"".join(some), checksums.of_lines(some)

    @staticmethod
    def run_ion_js(*script, given):
        command = [os.environ.get("NODE", "node"), str(HERE / script[0]), *script[1:]]
        return subprocess.run(command, input=given, stdout=subprocess.PIPE, check=True).stdout

    def test_ion_of_amazons_library(self):
        lines, wanted = self.lines_for_ion_js()
        for form in ("binary", "text"):
            with self.subTest(form):
                written = self.run_ion_js("ion_writer.js", form, given=lines)
                (self.folder / "other.ion").write_bytes(written)
                self.create("Mixed")
                self.run_command("import", "Mixed", "--from", "other.ion")
                self.assertEqual(self.server.checksum("Mixed"), wanted)
                self.server.drop("Mixed")
                (self.folder / "s3/ionfiles" / form).mkdir(parents=True, exist_ok=True)
                (self.folder / "s3/ionfiles" / form / "1.ion.gz").write_bytes(gzip.compress(written))
                self.server.import_table("ionfiles", form, "ION", f"By-{form}")
                self.assertEqual(self.server.checksum(f"By-{form}"), wanted)

    def test_ion_is_read_by_amazons_library(self):
        lines, wanted = self.lines_for_ion_js()
        self.create("Mixed")
        subprocess.run(self.command("import", "Mixed"), input=lines, env=ENVIRONMENT, check=True,
                       stderr=subprocess.DEVNULL)
        self.run_command("export", "Mixed", "--to", "a.ion.gz")
        written = [gzip.decompress((self.folder / "a.ion.gz").read_bytes())]
        self.server.export(self.server.arn("Mixed"), "ION")
        written.append(b"".join(gzip.decompress(each.read_bytes()) for each in self.folder.glob("s3/exports/**/*.gz")))
        for ion in written:
            read = self.run_ion_js("ion_reader.js", given=ion)
            self.assertEqual(checksums.of_lines(read.splitlines()), wanted)

    def test_layout_of_aws(self):
        wanted = self.fill()
        arn = self.server.arn("Mixed")
        for form in ("DYNAMODB_JSON", "ION"):
            with self.subTest(form):
                export = self.server.export(arn, form)
                folder = f"{form}/AWSDynamoDB/{export.rpartition('/')[2]}/data/"
                done = self.server.import_table("exports", folder, form, f"From-{form}")
                self.assertEqual(done["ImportedItemCount"], COUNT)
                self.assertEqual(self.server.checksum(f"From-{form}"), wanted)

    def test_import_that_is_killed(self):
        path, wanted = self.lines_of()
        self.create("Mixed")
        self.server.set_faults({"match": {"operation": "BatchWriteItem"}, "fault": {"latency": 5}})
        kills = 0
        for part in (0.1, 0.4, 0.7):
            process = subprocess.Popen(self.command("import", "Mixed", "--from", path), cwd=self.folder,
                                       env=ENVIRONMENT, stderr=subprocess.DEVNULL)
            while process.poll() is None:
                table = self.server.call("DescribeTable", {"TableName": "Mixed"})["Table"]
                if table["ItemCount"] >= part * COUNT:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
            kills += process.returncode == -signal.SIGKILL
        self.assertGreater(kills, 0)
        self.server.set_faults()
        self.run_command("import", "Mixed", "--from", path)
        self.assertEqual(self.server.checksum("Mixed"), wanted)

    def test_import_that_ends_early(self):
        path, wanted = self.lines_of()
        self.create("Mixed")
        self.server.set_faults({"match": {"operation": "BatchWriteItem", "nth": COUNT // 50},
                                "fault": {"error": "AccessDeniedException"}})
        ended = subprocess.run(self.command("import", "Mixed", "--from", path), env=ENVIRONMENT, check=False,
                               stderr=subprocess.PIPE, text=True)
        self.assertEqual(ended.returncode, 1)
        self.server.set_faults()
        done, skip = re.search(r"([0-9]+) items are there; go on with --skip ([0-9]+)", ended.stderr).groups()
        self.assertGreater(int(done), 0)
        self.run_command("import", "Mixed", "--from", path, "--skip", skip)
        self.assertEqual(self.server.checksum("Mixed"), wanted)

    def test_export_that_is_killed(self):
        wanted = self.fill()
        for file in ("a.jsonl", "a.ion.gz"):
            with self.subTest(file):
                self.server.set_faults({"match": {"operation": "Scan"}, "fault": {"latency": 1_000}})
                process = subprocess.Popen(self.command("export", "Mixed", "--to", file), cwd=self.folder,
                                           env=ENVIRONMENT, stderr=subprocess.DEVNULL)
                while not (self.folder / f"{file}.unfinished").exists():
                    self.assertIsNone(process.poll())
                process.kill()
                self.assertEqual(process.wait(), -signal.SIGKILL)
                self.assertFalse((self.folder / file).exists(), "what is not whole is not there")
                self.server.set_faults()
                self.go_through(file, wanted)


if __name__ == "__main__":
    FilesTest.binary = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)

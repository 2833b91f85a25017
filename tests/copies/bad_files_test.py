"""Files that are wrong end `stator import` and `export` in one clear sentence and with exit code 1; an import says
how far it came. Files in AWS's layout that were made by hand are imported.

usage: bad_files_test.py BINARY        (started by ./run)
"""
import base64
import gzip
import hashlib
import json
import subprocess
import sys
import unittest
from pathlib import Path

import checksums
from copies_test import ENVIRONMENT
from round_trips_test import PATIENCE_S, FilesTest

COUNT = 3_000
LINES = [json.dumps({"Item": {"pk": {"S": "a"}, "sk": {"N": str(number)}}}).encode() for number in range(COUNT)]
PACKED = gzip.compress(b"\n".join(LINES) + b"\n", mtime=0)

# A file's name, its contents, the expected error, and the number of items in the table afterwards.
WRONG = [
    ("header.csv", b"pk,text\na,b\n", "Missing the key sk in the item", 0),
    ("columns.csv", b"pk,sk\na,1,x\n", "record 2 of 'columns.csv': it has 3 columns and the header has 2", 0),
    ("number.csv", b"pk,sk\na,x\n", "The parameter cannot be converted to a numeric value: x", 0),
    ("quotes.csv", b'pk,sk\na,1\n"b,2\n', "record 3 of 'quotes.csv': its quotes do not match", 0),
    ("torn.jsonl.gz", PACKED[:3_000], "'torn.jsonl.gz', behind record", None),
    ("other.jsonl.gz", b"no gzip", "'other.jsonl.gz', behind record 0: the object is not compressed as it was said", 0),
    ("json.jsonl", b"\n".join(LINES[:60]) + b"\nno json\n", "record 61 of 'json.jsonl': it is no JSON object", 50),
    ("key.jsonl", b'{"Item":{"pk":{"S":"a"},"sk":{"S":"x"}}}', "Type mismatch for key sk expected: N actual: S", 0),
    ("set.jsonl", b'{"pk":{"S":"a"},"sk":{"N":"1"},"e":{"SS":[]}}', "may not be empty", 0),
    ("text.ion", b"$ion_1_0 no {{", "record 1 of 'text.ion': there is something else where an item should begin", 0),
    ("torn.ion", b'{Item:{pk:"a",sk:1', "record 1 of 'torn.ion'", 0),
    ("binary.ion", b"\xe0\x01\x00\xea\x99", "record 1 of 'binary.ion': Ion's binary form is cut off", 0),
    ("array.json", b"[1, 2]", "record 1 of 'array.json'", 0),
]


class BadFilesTest(FilesTest):
    def run_command(self, *command):
        done = subprocess.run(self.command(*command), cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, check=False, timeout=PATIENCE_S)
        return done.returncode, done.stderr

    def expect_sentence(self, found, verb, part):
        code, said = found
        self.assertEqual(code, 1, said)
        last = said.splitlines()[-1]
        self.assertTrue(last.startswith(f"stator {verb}: ") and last.endswith("."), last)
        self.assertIn(part, last)
        return last

    def count(self, table):
        return self.server.checksum(table)[0]

    def test_imports(self):
        for name, content, part, there in WRONG:
            with self.subTest(name):
                (self.folder / name).write_bytes(content)
                self.create("Mixed")
                said = self.expect_sentence(self.run_command("import", "Mixed", "--from", name), "import", part)
                if there is None:
                    there = self.count("Mixed")
                    self.assertGreater(there, 0)
                self.assertIn(f"; {there} items are there; go on with --skip {there}.", said)
                self.assertEqual(self.count("Mixed"), there)
                self.server.drop("Mixed")

    def test_imports_of_what_is_not_there(self):
        (self.folder / "empty").mkdir()
        (self.folder / "export").mkdir()
        (self.folder / "export/manifest-files.json").write_text('{"itemCount":1,"dataFileS3Key":"p/data/a.json.gz"}\n')
        self.create("Mixed")
        for name, part in (("absent", "there is no file 'absent'"), ("empty", "there is nothing in the folder 'empty'"),
                           ("export", "the file 'export/data/a.json.gz' cannot be read")):
            self.expect_sentence(self.run_command("import", "Mixed", "--from", name), "import", part)
        (self.folder / "one.jsonl").write_bytes(LINES[0])
        absent = "there is no table None: create it, or give its definition by --definition"
        self.expect_sentence(self.run_command("import", "None", "--from", "one.jsonl"), "import", absent)
        self.server.set_faults({"match": {"operation": "BatchWriteItem"}, "fault": {"error": "AccessDeniedException"}})
        self.expect_sentence(self.run_command("import", "Mixed", "--from", "one.jsonl"), "import", "AccessDeniedException")

    def test_exports(self):
        self.create("Mixed")
        self.assertEqual(self.run_command("import", "Mixed", "--from", self.packed())[0], 0)
        for name, part in (("/dev/full", "No space left on device"), ("none/a.jsonl", "No such file or directory"),
                           (".", "Is a directory")):
            found = self.run_command("export", "Mixed", "--to", name)
            self.expect_sentence(found, "export", f"'{name}' cannot be written: {part}.")
        self.expect_sentence(self.run_command("export", "None", "--to", "a.jsonl"), "export", "ResourceNotFoundException")
        self.server.set_faults({"match": {"operation": "Scan", "nth": 1}, "fault": {"error": "AccessDeniedException"}})
        self.expect_sentence(self.run_command("export", "Mixed", "--to", "a.jsonl"), "export", "AccessDeniedException")
        self.assertEqual([each.name for each in self.folder.glob("a.jsonl*")], [])

    def packed(self):
        (self.folder / "all.jsonl.gz").write_bytes(PACKED)
        return "all.jsonl.gz"

    def test_layout_made_by_hand(self):
        """As AWS's documentation and real buckets have it: several objects, one of them empty, and manifests."""
        arn = "arn:aws:dynamodb:eu-west-1:123456789012:table/Orders"
        top = self.folder / "s3/bucket/backups/AWSDynamoDB/01768385930622-1a2b3c4d"
        (top / "data").mkdir(parents=True)
        (top / "_started").touch()
        manifest = b""
        for name, lines in (("aaaaaaaaaaaaaaaaaaaaaaaaaa", LINES[:1_000]), ("bbbbbbbbbbbbbbbbbbbbbbbbbb", []),
                            ("cccccccccccccccccccccccccc", LINES[1_000:])):
            packed = gzip.compress(b"".join(line + b"\n" for line in lines), mtime=0)
            (top / f"data/{name}.json.gz").write_bytes(packed)
            digest = hashlib.md5(packed).digest()
            manifest += json.dumps({
                "itemCount": len(lines), "md5Checksum": base64.b64encode(digest).decode(),
                "etag": hashlib.md5(digest).hexdigest() + "-1",
                "dataFileS3Key": f"backups/AWSDynamoDB/{top.name}/data/{name}.json.gz"}).encode() + b"\n"
        summary = json.dumps({
            "version": "2020-06-30", "exportArn": f"{arn}/export/{top.name}", "startTime": "2026-01-14T10:18:50.622Z",
            "endTime": "2026-01-14T10:24:10.112Z", "tableArn": arn, "tableId": "0e0a9b2c-5d5e-4f4e-8f0a-000000000000",
            "exportTime": "2026-01-14T10:18:50.000Z", "s3Bucket": "bucket", "s3Prefix": "backups",
            "s3SseAlgorithm": "AES256", "s3SseKmsKeyId": None,
            "manifestFilesS3Key": f"backups/AWSDynamoDB/{top.name}/manifest-files.json", "billedSizeBytes": 0,
            "itemCount": COUNT, "outputFormat": "DYNAMODB_JSON"}).encode()
        for name, content in (("manifest-files", manifest), ("manifest-summary", summary)):
            (top / f"{name}.json").write_bytes(content)
            (top / f"{name}.md5").write_bytes(base64.b64encode(hashlib.md5(content).digest()))
        wanted = checksums.of_lines(LINES)
        self.create("Mixed")
        self.assertEqual(self.run_command("import", "Mixed", "--from", top)[0], 0)
        self.assertEqual(self.server.checksum("Mixed"), wanted)
        prefix = f"backups/AWSDynamoDB/{top.name}/data/"
        done = self.server.import_table("bucket", prefix, "DYNAMODB_JSON", "Restored")
        self.assertEqual((done["ImportedItemCount"], done["ErrorCount"]), (COUNT, 0))
        self.assertEqual(self.server.checksum("Restored"), wanted)


if __name__ == "__main__":
    FilesTest.binary = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)

"""What other programs sign is taken, and what they sign with a wrong secret is refused: the AWS CLI, curl,
the AWS SDKs for Go and Java (version 2), and Ruby's aws-sigv4, as far as they are here.

What is not installed is skipped; the names of the tests that ran are what was seen to work.
"""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
STATOR = os.environ["STATOR"]
ALICE = ("AKIAALICE00000000001", "alice/secret+1", "")
SESSION = ("ASIACI00000000000001", "ci/secret", "ci/token+/==")
WRONG = ("AKIAALICE00000000001", "another secret", "")
MISMATCH = "The request signature we calculated does not match the signature you provided."
# Where Debian puts the sources of its Go libraries.
GO_LIBRARIES = Path("/usr/share/gocode")


def environment(key, **more):
    return {
        "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "AWS_ACCESS_KEY_ID": key[0],
        "AWS_SECRET_ACCESS_KEY": key[1], "AWS_REGION": "eu-west-1", "AWS_DEFAULT_REGION": "eu-west-1",
        "STATOR": STATOR, "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null",
        **({"AWS_SESSION_TOKEN": key[2]} if key[2] else {}), **more}


class Programs(unittest.TestCase):
    def said(self, key, words, **more):
        """The exit status, and all that was said."""
        done = subprocess.run(words, env=environment(key, **more), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
        return done.returncode, done.stdout

    def check(self, words, **more):
        for key in (ALICE, SESSION):
            status, said = self.said(key, words, **more)
            self.assertEqual(status, 0, said)
            self.assertIn("TableNames", said)
        _, said = self.said(WRONG, words, **more)
        self.assertIn(MISMATCH, said)

    def need(self, program):
        path = shutil.which(program)
        if path is None:
            self.skipTest(f"{program} is not installed")
        return path

    def test_aws_cli(self):
        self.check([self.need("aws"), "dynamodb", "list-tables", "--endpoint-url", STATOR, "--output", "json"])

    def test_aws_cli_of_debian(self):
        if not os.access("/usr/bin/aws", os.X_OK) or shutil.which("aws") == "/usr/bin/aws":
            self.skipTest("/usr/bin/aws is not there besides the other one")
        self.check(["/usr/bin/aws", "dynamodb", "list-tables", "--endpoint-url", STATOR, "--output", "json"])

    def test_curl(self):
        curl = self.need("curl")
        for key in (ALICE, SESSION, WRONG):
            token = ["-H", f"X-Amz-Security-Token: {key[2]}"] if key[2] else []
            _, said = self.said(key, [
                curl, "-sS", STATOR + "/", "--aws-sigv4", "aws:amz:eu-west-1:dynamodb", "--user",
                f"{key[0]}:{key[1]}", "-H", "X-Amz-Target: DynamoDB_20120810.ListTables", "-H",
                "Content-Type: application/x-amz-json-1.0", "-d", '{"Limit": 7}', *token])
            self.assertIn(MISMATCH if key is WRONG else "TableNames", said)

    def test_ruby(self):
        ruby = self.need("ruby")
        if subprocess.run([ruby, "-e", 'require "aws-sigv4"'], stderr=subprocess.DEVNULL).returncode:
            self.skipTest("ruby has no aws-sigv4")
        self.check([ruby, str(HERE / "ruby_list_tables.rb")])

    def test_java(self):
        # Debian has no AWS SDK for Java; the folder has the SDK's jars, and those it needs.
        libraries = os.environ.get("JAVA_LIBRARIES")
        if libraries is None:
            self.skipTest("JAVA_LIBRARIES names no folder with the SDK for Java")
        self.check([self.need("java"), "-cp", f"{libraries}/*", str(HERE / "ListTables.java")])

    def test_go(self):
        if "COMPILED_SIGNERS" not in os.environ:
            self.skipTest("compiling the SDK takes a minute: tests/signatures/run --all does it")
        go = self.need("go")
        library = "github.com/aws/aws-sdk-go-v2/service/dynamodb"
        if not (GO_LIBRARIES / "src" / library).is_dir():
            self.skipTest(f"{library} is not installed")
        with tempfile.TemporaryDirectory() as folder:
            program = f"{folder}/list-tables"
            subprocess.run(
                [go, "build", "-o", program, str(HERE / "go" / "list_tables.go")], check=True,
                env=environment(ALICE, GO111MODULE="off", GOPATH=str(GO_LIBRARIES), GOFLAGS="",
                                GOCACHE=f"{folder}/cache"))
            self.check([program])


if __name__ == "__main__":
    unittest.main(verbosity=2)

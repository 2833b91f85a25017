"""https by several clients, beside http on the same port; a Unix socket."""

import json
import os
import socket
import ssl
import stat
import subprocess
import tempfile
import unittest

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError, SSLError

from server import BINARY, SECONDS_MAX, Server, call_headers

NODE_PROGRAM = """
const https = require('node:https');
const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
const ask = () => new Promise((done, failed) => {
  const options = { method: 'POST', headers: JSON.parse(process.argv[2]), agent, ALPNProtocols: ['http/1.1'] };
  const request = https.request(process.argv[1], options, (reply) => {
    let text = '';
    const alpn = reply.socket.alpnProtocol || 'none';
    reply.on('data', (piece) => { text += piece; });
    reply.on('end', () => done(`${reply.statusCode} ${alpn} ${text}`));
  });
  request.on('error', failed);
  request.end('{}');
});
(async () => { console.log(await ask()); console.log(await ask()); agent.destroy(); })();
"""


# Alice may do everything if she uses TLS.
CREDENTIALS = {
    "account": "123456789012",
    "users": {"alice": {
        "keys": [{"id": "key", "secret": "secret"}],
        "inline": {"over_tls": {"Version": "2012-10-17", "Statement": [
            {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"},
            {"Effect": "Deny", "Action": "*", "Resource": "*",
             "Condition": {"Bool": {"aws:SecureTransport": "false"}}},
        ]}},
    }},
}


def run(*command, **variables):
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=SECONDS_MAX, env={**os.environ, **variables}
    )


def dynamodb(url, verify):
    return boto3.client(
        "dynamodb", endpoint_url=url, region_name="us-east-1", aws_access_key_id="key",
        aws_secret_access_key="secret", verify=verify, config=Config(retries={"max_attempts": 1}),
    )


class Https(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--tls", "self")
        cls.ca = cls.server.find(r"clients need the CA in (\S+)\n")
        cls.url = f"https://localhost:{cls.server.port}"

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        assert not os.path.exists(os.path.dirname(cls.ca)), "the file goes with the server"

    def test_boto3(self):
        for host in ("localhost", "127.0.0.1"):
            client = dynamodb(f"https://{host}:{self.server.port}", self.ca)
            name = "T" + host.replace(".", "-")
            client.create_table(
                TableName=name, BillingMode="PAY_PER_REQUEST",
                AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
                KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            )
            for size in (0, 10_000, 399_000):
                item = {"id": {"S": str(size)}, "value": {"S": "x" * size}}
                client.put_item(TableName=name, Item=item)
                self.assertEqual(client.get_item(TableName=name, Key={"id": item["id"]})["Item"], item)
            self.assertEqual(client.scan(TableName=name)["Count"], 3)

    def test_another_authority_is_not_believed(self):
        with Server("--tls", "self") as other:
            with self.assertRaises(SSLError):
                dynamodb(self.url, other.find(r"clients need the CA in (\S+)\n")).list_tables()

    def test_versions_and_protocols(self):
        def connect(context):
            with socket.create_connection(("127.0.0.1", self.server.port), SECONDS_MAX) as plain:
                with context.wrap_socket(plain, server_hostname="localhost") as secure:
                    return secure.version(), secure.selected_alpn_protocol()

        context = ssl.create_default_context(cafile=self.ca)
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        self.assertEqual(connect(context), ("TLSv1.3", None))
        context.set_alpn_protocols(["h2", "http/1.1"])
        self.assertEqual(connect(context), ("TLSv1.3", "http/1.1"))
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        self.assertEqual(connect(context), ("TLSv1.2", "http/1.1"))
        context.set_alpn_protocols(["h2"])
        with self.assertRaises(ssl.SSLError):
            connect(context)

    def test_http_on_the_same_port(self):
        self.assertEqual(self.server.status("POST", "/", call_headers(), "{}"), 200)
        self.assertEqual(dynamodb(self.server.url, None).list_tables()["ResponseMetadata"]["HTTPStatusCode"], 200)

    def test_curl(self):
        curl = os.environ.get("CURL", "curl")
        self.assertIn("healthy: ", run(curl, "-sS", "--cacert", self.ca, self.url + "/health").stdout)
        self.assertEqual(run(curl, "-sS", self.url + "/health").returncode, 60)

    def test_node(self):
        done = run(
            os.environ.get("NODE", "node"), "-e", NODE_PROGRAM, self.url, json.dumps(call_headers()),
            NODE_EXTRA_CA_CERTS=self.ca,
        )
        self.assertEqual(done.stderr, "")
        first, second = done.stdout.splitlines()
        self.assertTrue(first.startswith("200 http/1.1 {"), first)
        self.assertEqual(first, second)

    def test_our_own_clients(self):
        words = (BINARY, "ctl", "--endpoint", self.url, "clock", "show")
        self.assertEqual(run(*words, AWS_CA_BUNDLE=self.ca).returncode, 0)
        self.assertEqual(run(*words, "--ca", self.ca).returncode, 0)
        distrusting = run(*words)
        self.assertEqual(distrusting.returncode, 1)
        self.assertIn("AWS_CA_BUNDLE", distrusting.stderr)
        self.assertEqual(run(BINARY, "healthcheck", "--endpoint", self.url, AWS_CA_BUNDLE=self.ca).returncode, 0)
        known = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
        reached = run(BINARY, "doctor", "--endpoint", self.url, AWS_CA_BUNDLE=self.ca, **known)
        self.assertIn("An SDK reaches Stator at https://", reached.stdout)
        lost = run(BINARY, "doctor", "--endpoint", self.url)
        self.assertIn("NODE_EXTRA_CA_CERTS", lost.stdout)

    def test_only_the_authority_is_in_a_file(self):
        folder = os.path.dirname(self.ca)
        self.assertEqual(os.listdir(folder), ["ca.pem"])
        with open(self.ca, encoding="ascii") as file:
            self.assertNotIn("PRIVATE", file.read())


class Policies(unittest.TestCase):
    def test_they_know_how_a_request_came(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(CREDENTIALS, file)
            file.flush()
            with Server("--tls", "self", "--auth", "iam", "--credentials", file.name) as server:
                secure = dynamodb(
                    f"https://localhost:{server.port}", server.find(r"clients need the CA in (\S+)\n")
                )
                for _ in range(2):
                    self.assertEqual(secure.list_tables()["TableNames"], [])
                    with self.assertRaises(ClientError) as refused:
                        dynamodb(server.url, None).list_tables()
                    self.assertEqual(refused.exception.response["Error"]["Code"], "AccessDeniedException")
                    self.assertIn("explicit deny", str(refused.exception))


class BadFiles(unittest.TestCase):
    def refused(self, *flags):
        done = run(BINARY, "--port", "0", *flags)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_sentences(self):
        with tempfile.TemporaryDirectory() as folder:
            text = os.path.join(folder, "text")
            with open(text, "w", encoding="ascii") as file:
                file.write("hello")
            self.assertIn("--tls-cert", self.refused("--tls-cert", folder + "/none", "--tls-key", text))
            self.assertIn("BEGIN CERTIFICATE", self.refused("--tls-cert", text, "--tls-key", text))
            self.assertIn("--tls-key", self.refused("--tls-cert", text))
            self.assertIn("--tls-ca", self.refused("--tls", "self", "--tls-ca", folder + "/none/ca"))


class UnixSocket(unittest.TestCase):
    def test_a_life(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stator.sock")
            with Server("--socket", path, "--admin-token", "secret") as server:
                self.assertEqual(stat.S_IMODE(os.lstat(path).st_mode), 0o600)
                curl = ("curl", "-sS", "--unix-socket", path)
                self.assertIn("healthy: ", run(*curl, "http://localhost/health").stdout)
                # A client that may open the socket needs no token.
                self.assertIn("nowMs", run(*curl, "http://localhost/_stator/v1/clock").stdout)
                self.assertEqual(server.status("GET", "/_stator/v1/clock"), 401)
                second = run(BINARY, "--port", "0", "--socket", path)
                self.assertEqual(second.returncode, 1)
                self.assertIn("is in use by a running program", second.stderr)
                self.assertEqual(second.stderr.count("\n"), 1)
                server.process.kill()
                server.process.wait()
            self.assertTrue(os.path.exists(path), "kill -9 leaves it")
            with Server("--socket", path) as server:
                self.assertIn("healthy: ", run(*curl, "http://localhost/health").stdout)
                self.assertEqual(server.end(), 0)
                self.assertFalse(os.path.exists(path))


if __name__ == "__main__":
    unittest.main()

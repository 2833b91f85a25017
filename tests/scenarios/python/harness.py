"""What every scenario test shares: a deployment in one of three modes, a clock, and workers that
race.

Environment:
  STATOR_BINARY      the server to start, once for each test
  SCENARIO_MODE      memory (default), persistent, or restart
  DYNAMODB_ENDPOINT  use this endpoint and start nothing (memory mode only)
"""
import datetime
import os
import shutil
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import boto3
import tables
from botocore.config import Config
from botocore.exceptions import ClientError

from server import Server

MODES = ("memory", "persistent", "restart")
WORKER_COUNT = 8

_session = boto3.session.Session(
    aws_access_key_id="scenario", aws_secret_access_key="scenario", region_name="eu-west-2"
)
# A failed request fails the test: nothing is retried behind the application's back.
_config = Config(
    retries={"max_attempts": 0}, max_pool_connections=2 * WORKER_COUNT, read_timeout=60
)


class Deployment:
    """A server with its data, for the length of one test."""

    def __init__(self):
        self.mode = os.environ.get("SCENARIO_MODE", "memory")
        external = os.environ.get("DYNAMODB_ENDPOINT")
        if self.mode not in MODES:
            raise ValueError(f"SCENARIO_MODE must be one of {', '.join(MODES)}")
        if external and self.mode != "memory":
            raise ValueError("DYNAMODB_ENDPOINT can only be used in memory mode")
        self._created_tables = set()
        self._server = None
        self._directory = None
        self.endpoint = external
        if not external:
            self._binary = os.path.abspath(os.environ["STATOR_BINARY"])
            self._directory = tempfile.mkdtemp(prefix="scenario-")
            try:
                self._start()
            except Exception:
                shutil.rmtree(self._directory)
                raise

    def client(self):
        """A new low-level client for the server as it runs now."""
        return self._watch(_session.client("dynamodb", endpoint_url=self.endpoint, config=_config))

    def resource(self):
        """A new resource (document types instead of attribute values) for the server as it runs
        now.
        """
        resource = _session.resource("dynamodb", endpoint_url=self.endpoint, config=_config)
        self._watch(resource.meta.client)
        return resource

    def streams_client(self):
        """A new client of DynamoDB Streams for the server as it runs now."""
        return _session.client("dynamodbstreams", endpoint_url=self.endpoint, config=_config)

    def checkpoint(self):
        """In restart mode, stops the server by SIGTERM and starts it on the same data; else
        nothing.

        Returns whether it has: then older clients are of no more use.
        """
        if self.mode != "restart":
            return False
        self._server.stop()
        self._start()
        return True

    def close(self):
        """Stops the server and removes its data, or removes the test's tables from an external
        endpoint.
        """
        if self._server is None:
            self._delete_created_tables()
            return
        try:
            self._server.stop()
        finally:
            shutil.rmtree(self._directory)

    def _start(self):
        data_path = None
        if self.mode != "memory":
            data_path = os.path.join(self._directory, "data")
            os.makedirs(data_path, exist_ok=True)
        self._server = Server(self._binary, os.path.join(self._directory, "log"), data_path)
        self.endpoint = self._server.wait_until_listening().endpoint

    def _watch(self, client):
        def remember(params, **_):
            self._created_tables.add(params["TableName"])

        client.meta.events.register("provide-client-params.dynamodb.CreateTable", remember)
        return client

    def _delete_created_tables(self):
        client = self.client()
        for name in client.list_tables()["TableNames"]:
            if name in self._created_tables:
                tables.delete(client, name)


class Clock:
    """A clock which tests set: each reading is a millisecond after the one before, so none are
    equal.
    """

    def __init__(self):
        self._now = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
        self._lock = threading.Lock()

    def __call__(self):
        return self.advance(0.001)

    def advance(self, seconds):
        with self._lock:
            self._now += datetime.timedelta(seconds=seconds)
            return self._now


class ScenarioTest(unittest.TestCase):
    """A test with its own deployment. Subclasses build their application in `connect`."""

    maxDiff = None

    def setUp(self):
        self.deployment = Deployment()
        self.addCleanup(self.deployment.close)
        self.clock = Clock()
        self.connect()

    def connect(self):
        """Builds the application on new clients; called at the start and after each checkpoint."""
        raise NotImplementedError

    def checkpoint(self):
        """Marks the border between two phases: the data must survive it, connections need not."""
        if self.deployment.checkpoint():
            self.connect()

    def assert_refused(self, code, message, call, *args, **kwargs):
        """Asserts that the call is refused with exactly this error code and message."""
        with self.assertRaises(ClientError) as caught:
            call(*args, **kwargs)
        error = caught.exception.response["Error"]
        self.assertEqual((code, message), (error["Code"], error["Message"]))

    def assert_stale(self, call, *args, **kwargs):
        """Asserts that the call loses to a condition."""
        self.assert_refused(
            "ConditionalCheckFailedException",
            "The conditional request failed",
            call,
            *args,
            **kwargs,
        )

    def assert_cancelled(self, codes, call, *args, **kwargs):
        """Asserts that a transaction is cancelled, for exactly these reasons of its writes."""
        with self.assertRaises(ClientError) as caught:
            call(*args, **kwargs)
        response = caught.exception.response
        message = (
            "Transaction cancelled, please refer cancellation reasons for specific reasons"
            f" [{', '.join(codes)}]"
        )
        self.assertEqual(
            ("TransactionCanceledException", message),
            (response["Error"]["Code"], response["Error"]["Message"]),
        )
        self.assertEqual(codes, [reason["Code"] for reason in response["CancellationReasons"]])

    def race(self, work, worker_count=WORKER_COUNT):
        """Runs work(worker) in threads that start together; returns the results in worker order."""
        barrier = threading.Barrier(worker_count, timeout=60)

        def start(worker):
            barrier.wait()
            return work(worker)

        with ThreadPoolExecutor(worker_count) as pool:
            return list(pool.map(start, range(worker_count)))


def is_stale(error):
    """Whether a ClientError says that a condition failed."""
    return error.response["Error"]["Code"] == "ConditionalCheckFailedException"

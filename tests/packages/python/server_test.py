"""The class: options, errors, and an end that comes in every case."""
import os
import select
import signal
import socket
import subprocess
import sys

import pytest

import stator
from stator import Stator

PARENT = """
import sys
from stator import Stator
server = Stator()
print(server.port, server.pid, flush=True)
sys.stdin.read()
"""
SECONDS_MAX = 20


def is_free(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_lives_as_long_as_its_block():
    with Stator(region="eu-west-2", table_delay_ms=0) as server:
        assert server.client().list_tables()["TableNames"] == []
        assert server.client("dynamodbstreams").list_streams()["Streams"] == []
        assert list(server.resource().tables.all()) == []
        assert server.endpoint == f"http://127.0.0.1:{server.port}"
        assert server.env()["AWS_REGION"] == "eu-west-2"
    assert is_free(server.port)
    server.stop()


def test_keeps_data_where_it_is_told(tmp_path):
    for tables in ([], ["Kept"]):
        with Stator(db_path=tmp_path) as server:
            client = server.client()
            assert client.list_tables()["TableNames"] == tables
            if not tables:
                client.create_table(
                    TableName="Kept",
                    AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
                    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
                    BillingMode="PAY_PER_REQUEST",
                )


def test_says_why_it_does_not_start():
    with pytest.raises(RuntimeError, match="stator: --durability"):
        Stator(durability="often")
    with pytest.raises(RuntimeError, match="nonsense"):
        Stator(args=["--nonsense"])


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM, None])
def test_ends_with_its_parent(way):
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        port, pid = map(int, parent.stdout.readline().split())
        server = os.pidfd_open(pid)
        with socket.create_connection(("127.0.0.1", port)) as connection:
            if way is None:
                parent.stdin.close()
            else:
                parent.send_signal(way)
            ready, _, _ = select.select([connection], [], [], SECONDS_MAX)
            assert ready and connection.recv(1) == b""
    ended, _, _ = select.select([server], [], [], SECONDS_MAX)
    os.close(server)
    assert ended, "it listens no more, but is still there"
    assert is_free(port)


def test_is_the_program_of_this_package():
    assert os.path.dirname(os.path.dirname(stator.binary_path())) == os.path.dirname(stator.__file__)
    assert stator.__version__.count(".") == 2

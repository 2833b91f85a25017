"""Small messages that become large: compressed bodies, brackets, endless heads."""

import time
import zlib

import wire
from server import expect

# 1 GiB, which Stator must neither keep nor write out.
MEMBER_MB = 16
MEMBERS = 64
SECONDS = 3


def gzip_of(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def send_bomb(server, coding, data, wanted):
    begin = time.monotonic()
    with wire.Connection(server.port) as connection:
        connection.send(wire.api_call("PutItem", data, [("Content-Encoding", coding)]))
        expect(connection.reply()[0], wanted, f"a bomb of {len(data)} bytes {coding}")
    if time.monotonic() - begin > SECONDS:
        raise AssertionError(f"a bomb took {time.monotonic() - begin:.1f} s")


def compressed_bombs(server):
    zeros = bytes(MEMBER_MB << 20)
    member = gzip_of(zeros)
    send_bomb(server, "gzip", member * MEMBERS, 413)
    send_bomb(server, "gzip", gzip_of(bytes(64 << 20)), 413)
    send_bomb(server, "deflate", zlib.compress(bytes(64 << 20), 9), 413)
    # A bomb within a bomb is unpacked once; what comes out is no JSON.
    send_bomb(server, "gzip", gzip_of(member), 400)
    # Very many members of nothing.
    send_bomb(server, "gzip", gzip_of(b"") * 400_000, 413)
    send_bomb(server, "gzip", member[: len(member) // 2], 500)
    send_bomb(server, "gzip, gzip", member, 500)
    return f"{MEMBERS * MEMBER_MB >> 10} GiB in {len(member) * MEMBERS >> 10} KB, and six others"


def brackets(server):
    """Nesting without end, in all that is parsed."""
    deep = 500_000
    bodies = {
        "brackets": b"[" * deep,
        "braces": b'{"a":' * deep,
        "an item": b'{"TableName":"Victim","Item":{"pk":' + b'{"M":{"a":' * 100_000 + b"}}" * 100_000 + b"}}",
        "a list": b'{"TableName":"Victim","Item":{"pk":{"S":"a"},"l":' + b'{"L":[' * 100_000 + b"]}" * 100_000 + b"}}",
    }
    for name, body in bodies.items():
        expect(server.call("PutItem", body)[0], 400, name)
    expression = {
        "TableName": "Victim",
        "FilterExpression": "(" * 200_000 + "a = :a" + ")" * 200_000,
        "ExpressionAttributeValues": {":a": {"S": "a"}},
    }
    expect(server.call("Scan", expression)[0], 400, "an expression of parentheses")
    statement = {"Statement": "SELECT * FROM Victim WHERE " + "NOT " * 200_000 + "a = 1"}
    expect(server.call("ExecuteStatement", statement)[0], 400, "a statement of NOTs")
    path = {"TableName": "Victim", "Key": {"pk": {"S": "a"}}, "ProjectionExpression": "a" + "[0]" * 100_000}
    expect(server.call("GetItem", path)[0], 400, "a path of indexes")
    number = {"TableName": "Victim", "Item": {"pk": {"S": "a"}, "n": {"N": "1" * 1_000_000}}}
    expect(server.call("PutItem", number)[0], 400, "a number of a million digits")
    status, _ = server.ask("PUT", "/_stator/v1/faults", [("Content-Type", "application/json")], body=b"[" * deep)
    expect(status, 400, "brackets for the admin API")
    return f"{len(bodies) + 5} kinds of nesting"


def endless_heads(server):
    heads = {
        "a long line": wire.head("GET", "/", [("X-A", "a" * 20_000)]),
        "many lines": wire.head("GET", "/", [(f"X-{number}", "a") for number in range(10_000)]),
        "a long path": wire.head("GET", "/" + "a" * 20_000, []),
        "a line that never ends": b"GET /" + b"a" * 1_000_000,
        "a method that never ends": b"G" * 1_000_000,
        "chunks' extensions that never end": wire.head("POST", "/", [("Transfer-Encoding", "chunked")])
        + b"1;" + b"a" * 1_000_000,
        "trailers that never end": wire.head("POST", "/", [("Transfer-Encoding", "chunked")])
        + b"0\r\n" + b"X-A: b\r\n" * 100_000,
    }
    for name, data in heads.items():
        with wire.Connection(server.port) as connection:
            connection.send(data)
            expect(connection.replies_until_closed(2), [400], name)
    too_large = [("Content-Length", (16 << 20) + 1)]
    with wire.Connection(server.port) as connection:
        connection.send(wire.head("POST", "/", [*wire.api_headers("PutItem"), *too_large]))
        expect(connection.reply()[0], 413, "a body that is announced as too large")
    return f"{len(heads)} heads refused, and a body"

"""Clients that never end: slow heads, slow bodies, slow readers."""

import time

import wire
from server import expect

# The settings of the server under attack: see `run`.
HEAD_S = 1
REQUEST_S = 2
# The server checks four times in the shortest of its limits, and machines are busy.
SLACK_S = 3
# Until a server with much to answer has reached its limit.
PATIENCE_S = 20


def drip(server, connections, piece, limit_s):
    """Sends a piece on each connection again and again, until the server has closed all of them."""
    begin = time.monotonic()
    open_ones = list(connections)
    answered = 0
    while open_ones:
        if time.monotonic() - begin > limit_s + SLACK_S:
            raise AssertionError(f"{len(open_ones)} slow clients are still there after {limit_s + SLACK_S} s")
        # A closed connection is noticed with the next piece, or the one after that.
        open_ones = [each for each in open_ones if each.send(piece)]
        expect(server.call("ListTables", {})[0], 200, "ListTables beside slow clients")
        answered += 1
    for each in connections:
        each.socket.close()
    return f"{len(connections)} closed after {time.monotonic() - begin:.1f} s, {answered} others answered meanwhile"


def slow_heads(server):
    connections = [wire.Connection(server.port) for _ in range(300)]
    for each in connections:
        each.send(b"POST / HTTP/1.1\r\nHost: localhost\r\n")
    return drip(server, connections, b"X-A: b\r\n", HEAD_S)


def slow_bodies(server):
    connections = [wire.Connection(server.port) for _ in range(300)]
    for each in connections:
        each.send(wire.head("POST", "/", [*wire.api_headers("PutItem"), ("Content-Length", 1_000_000)]))
    return drip(server, connections, b" ", REQUEST_S)


def slow_chunks(server):
    connections = [wire.Connection(server.port) for _ in range(100)]
    for each in connections:
        each.send(wire.head("POST", "/", [*wire.api_headers("PutItem"), ("Transfer-Encoding", "chunked")]))
    return drip(server, connections, b"1\r\n \r\n", REQUEST_S)


def silent_clients_of_large_bodies(server):
    """All announce much; what is not sent takes no memory, and there is an end to it."""
    connections = [wire.Connection(server.port) for _ in range(300)]
    for each in connections:
        each.send(wire.head("POST", "/", [*wire.api_headers("PutItem"), ("Content-Length", 16 << 20)]))
    taken = server.memory_mb()
    if taken > 60:
        raise AssertionError(f"{taken:.0f} MB for bodies that were only announced")
    for each in connections:
        expect(each.is_closed(), True, "a body that never comes ends")
        each.socket.close()
    return f"{taken:.0f} MB at most"


def slow_readers(server, in_flight_mb):
    """Large replies that nobody takes: what waits is limited, and others are answered."""
    value = "x" * 390_000
    for number in range(2):
        item = {"pk": {"S": f"large-{number}"}, "v": {"S": value}}
        expect(server.call("PutItem", {"TableName": "Victim", "Item": item})[0], 200, "PutItem")
    query = wire.api_call("Scan", {"TableName": "Victim"}) * 10
    connections = []
    peak = 0
    before = server.figures()["bytesInFlight"]["refused"]
    end = time.monotonic() + PATIENCE_S
    # The system's own buffers take a part, and a busy machine answers late: send more until it is
    # too much.
    while (waiting := server.figures()["bytesInFlight"])["refused"] == before:
        if time.monotonic() > end:
            raise AssertionError(f"nothing was broken off of {len(connections)} readers: {waiting}")
        for _ in range(20):
            connections.append(wire.Connection(server.port, receive_buffer=4096))
            connections[-1].send(query)
            peak = max(peak, server.memory_mb())
    if waiting["now"] > in_flight_mb << 20:
        raise AssertionError(f"{waiting} is more than --max-in-flight")
    if peak > in_flight_mb + 80:
        raise AssertionError(f"{peak:.0f} MB while --max-in-flight is {in_flight_mb}")
    expect(server.call("ListTables", {})[0], 200, "ListTables beside slow readers")
    for each in connections:
        each.socket.close()
    for number in range(2):
        server.call("DeleteItem", {"TableName": "Victim", "Key": {"pk": {"S": f"large-{number}"}}})
    return f"{peak:.0f} MB at most, {waiting['refused'] - before} replies to {len(connections)} readers broken off"

"""Many connections, many requests on one, and very many that do nothing."""

import resource
import time

import wire
from server import Server, create_victim, expect

IDLE = 10_000
# Descriptors that this process and the server need in addition to the connections.
OTHERS = 200


def connection_flood(server):
    """Connections that come and go, some with half a request."""
    for number in range(3_000):
        with wire.Connection(server.port) as connection:
            if number % 3 == 0:
                connection.send(b"POST / HT")
    return "3,000 connections"


def pipelined_flood(server):
    """Thousands of requests at once, answered in order."""
    count = 2_000
    calls = b"".join(
        wire.api_call("GetItem", {"TableName": "Victim", "Key": {"pk": {"S": f"none-{number}"}}})
        if number % 2
        else wire.api_call(f"Unknown{number}", {})
        for number in range(count)
    )
    with wire.Connection(server.port) as connection:
        # The replies find no room until all requests are sent, so the server must not wait for us
        # to read them.
        half = len(calls) // 2
        connection.socket.setblocking(False)
        sent = received = 0
        end = time.monotonic() + 20
        while received < count and time.monotonic() < end:
            try:
                sent += connection.socket.send(calls[sent : sent + 65_536]) if sent < len(calls) else 0
            except BlockingIOError:
                pass
            try:
                connection.received += connection.socket.recv(1 << 18)
            except BlockingIOError:
                pass
            received = connection.received.count(b"HTTP/1.1 ")
        connection.socket.settimeout(wire.PATIENCE_S)
        statuses = [connection.reply()[0] for _ in range(count)]
    expect(half > 0, True, "requests")
    expect(statuses, [400, 200] * (count // 2), "statuses of pipelined requests")
    return f"{count} requests answered in order"


def pipelines_nobody_reads(server):
    """Requests without end from clients that take no reply: the server stops reading them."""
    call = wire.api_call("ListTables", {}) * 200
    connections = [wire.Connection(server.port, receive_buffer=4096) for _ in range(40)]
    sent = 0
    for each in connections:
        each.socket.setblocking(False)
        for _ in range(200):
            try:
                sent += each.socket.send(call)
            except (BlockingIOError, ConnectionError):
                break
    expect(server.call("ListTables", {})[0], 200, "ListTables beside them")
    taken = server.memory_mb()
    if taken > 80:
        raise AssertionError(f"{taken:.0f} MB for {sent >> 20} MB of requests whose replies nobody reads")
    for each in connections:
        each.socket.close()
    return f"{taken:.0f} MB for {sent >> 20} MB of requests"


def allowed_descriptors(wanted):
    """How many descriptors this process may have, raised if that is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


def idle_connections(server):
    """Ten thousand that do nothing, half of which have asked once."""
    count = min(IDLE, allowed_descriptors(IDLE + OTHERS) - OTHERS)
    before = server.memory_mb()
    call = wire.api_call("ListTables", {})
    connections = []
    for number in range(count):
        connections.append(wire.Connection(server.port))
        if number % 2:
            connections[-1].send(call)
            expect(connections[-1].reply()[0], 200, "ListTables on a connection of the pool")
    expect(server.call("ListTables", {})[0], 200, "ListTables beside idle connections")
    end = time.monotonic() + 8
    per_connection = limit = 4.0
    while time.monotonic() < end:
        per_connection = (server.memory_mb() - before) * 1024 / count
        if server.figures()["connections"]["active"] <= 10 and per_connection < limit:
            break
        time.sleep(0.1)
    if per_connection >= limit:
        raise AssertionError(f"an idle connection takes {per_connection:.1f} KB where {limit} may be")
    # None of them has been closed: SDKs' connection pools rely on that.
    for each in connections[1::500]:
        each.send(call)
        expect(each.reply()[0], 200, "ListTables on a connection that was idle")
    for each in connections:
        each.socket.close()
    return f"{count} connections, {per_connection:.2f} KB each"


def connections_beyond_the_limit(binary):
    """A server of its own, for few connections: quiet ones make room, and lively ones are left alone."""
    server = Server(binary, "--max-connections", "40", "--head-timeout", "1")
    try:
        create_victim(server)
        quiet = [wire.Connection(server.port) for _ in range(40)]
        end = time.monotonic() + 10
        while server_lets_in(server) is False:
            if time.monotonic() > end:
                raise AssertionError("quiet connections keep others out")
            time.sleep(0.05)
        for _ in range(60):
            expect(server.call("ListTables", {})[0] in (200, 503), True, "ListTables at the limit")
        figures = server.figures()["connections"]
        if figures["displaced"] == 0 or figures["open"] > 41:
            raise AssertionError(f"the limit is not kept: {figures}")
        for each in quiet:
            each.socket.close()
        server.expect_right_answers()
        return f"{figures['displaced']} displaced, {figures['refused']} refused"
    finally:
        server.close()


def server_lets_in(server):
    try:
        return server.call("ListTables", {})[0] == 200
    except (wire.Closed, ValueError, ConnectionError):
        return False

"""--max-memory: a client that writes without end fills what may be filled, and nothing is lost."""

import time

from server import Server, create_victim, expect

LIMIT_MB = 64
# Memory of requests in progress, in addition to the data; the limit applies to the memory in use
# when they start.
SLACK_MB = 24
VALUE = "x" * 100_000
FULL = "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException"
RECOVERY_S = 15


def put(server, number):
    return server.call("PutItem", {"TableName": "Victim", "Item": {"pk": {"S": f"{number:06}"}, "v": {"S": VALUE}}})


def fill(server):
    """The numbers of the items that were acknowledged, until a write is refused."""
    written = []
    for number in range(4 * LIMIT_MB * 10):
        status, answer = put(server, number)
        if status != 200:
            expect((status, answer["__type"]), (400, FULL), "the refusal")
            return written
        written.append(number)
    raise AssertionError(f"{len(written)} items of 100 KB fit into {LIMIT_MB} MB")


def count(server):
    """How many items a Scan finds, page by page."""
    total, start = 0, {}
    while True:
        answer = server.call("Scan", {"TableName": "Victim", "Select": "COUNT", **start})[1]
        total += answer["Count"]
        if "LastEvaluatedKey" not in answer:
            return total
        start = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def memory_limit(binary):
    server = Server(binary, "--max-memory", str(LIMIT_MB))
    try:
        create_victim(server)
        written = fill(server)
        peak = server.memory_mb()
        if peak > LIMIT_MB + SLACK_MB:
            raise AssertionError(f"{peak:.0f} MB where {LIMIT_MB} may be")
        expect(server.call("CreateTable", {"TableName": "Other"})[0], 400, "CreateTable while there is no room")
        expect(count(server), len(written), "items found while there is no room")
        for number in written:
            key = {"pk": {"S": f"{number:06}"}}
            status, _ = server.call("DeleteItem", {"TableName": "Victim", "Key": key})
            expect(status, 200, "DeleteItem while there is no room")
        end = time.monotonic() + RECOVERY_S
        while put(server, 0)[0] != 200:
            if time.monotonic() > end:
                raise AssertionError("writes are refused although all has been deleted")
            time.sleep(0.02)
        expect(count(server), 1, "items")
        log = server.log()
        expect((log.count("writes are refused"), log.count("writes are accepted again")), (1, 1), f"lines of the log ({log})")
        refused = server.figures()["memory"]["refused"]
        return f"{len(written)} items of 100 KB in {peak:.0f} MB, {refused} writes refused, all recovered"
    finally:
        server.close()

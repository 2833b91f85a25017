"""Sixteen clients transfer money between a hundred accounts by transactions, while the server is
killed (SIGKILL) every second.

A transfer takes from one account, adds to another and writes itself into a ledger, all in one
TransactWriteItems with a token of its own. Whoever loses a reply to a kill repeats the same request
with the same token. In the end the sum of all accounts is what it was, every account is what the
ledger says, every acknowledged transfer stands in the ledger, and none counted twice. Prints the
seed; the same seed repeats the same transfers.

usage: transfer_test.py [--seconds N] [--seed N] [BINARY]        (or STATOR_BINARY)
"""
import collections
import os
import random
import sys
import threading
import time

import kill_test
from crash_connection import GONE, Connection
from server import Server

CLIENT_COUNT = 16
ACCOUNT_COUNT = 100
INITIAL_BALANCE = 1000
AMOUNT_MAX = 50
SECONDS_BETWEEN_KILLS = 1.0
TABLES = {"Accounts": "id", "Ledger": "id"}


class World:
    """Where the server is now, and whether the test goes on. Thread-safe."""

    def __init__(self):
        self._condition = threading.Condition()
        self._port = None
        self.is_over = False

    def announce(self, port):
        """The server listens there from now on; None while there is none."""
        with self._condition:
            self._port = port
            self._condition.notify_all()

    def port(self):
        """Waits for a server."""
        with self._condition:
            self._condition.wait_for(lambda: self._port is not None)
            return self._port


class Client:
    """Makes transfers until the world is over. Its counters are read when its thread has ended."""

    def __init__(self, number, seed, world):
        self._number = number
        self._random = random.Random(f"{seed}/{number}")
        self._world = world
        self._connection = None
        self.acknowledged = []
        self.outcomes = collections.Counter()
        self.problems = []

    def run(self):
        count = 0
        while not self._world.is_over:
            count += 1
            self._transfer(f"{self._number}-{count}")

    def _transfer(self, name):
        source, target = self._random.sample(range(ACCOUNT_COUNT), 2)
        request = transfer_request(name, source, target, self._random.randint(1, AMOUNT_MAX))
        while True:
            try:
                status, body = self._ask(request)
            except GONE:
                self.outcomes["repeated after a lost reply"] += 1
                self._connection = None
                continue
            break
        if status == 200:
            self.acknowledged.append(name)
            self.outcomes["made"] += 1
            return
        codes = {reason["Code"] for reason in body.get("CancellationReasons", [])} - {"None"}
        if codes == {"ConditionalCheckFailed"}:
            self.outcomes["refused for want of money"] += 1
        elif codes == {"TransactionConflict"}:
            self.outcomes["conflicts"] += 1
        elif "TransactionInProgressException" in body.get("__type", ""):
            self.outcomes["in progress"] += 1
        else:
            self.problems.append(f"transfer {name} answered {status}: {body}")

    def _ask(self, request):
        if self._connection is None:
            self._connection = Connection(self._world.port())
        self._connection.send("TransactWriteItems", request)
        return self._connection.receive()


def transfer_request(name, source, target, amount):
    value = {":amount": {"N": str(amount)}}
    return {
        "ClientRequestToken": f"transfer-{name}",
        "TransactItems": [
            {
                "Update": {
                    "TableName": "Accounts",
                    "Key": {"id": {"S": f"account-{source}"}},
                    "UpdateExpression": "SET balance = balance - :amount",
                    "ConditionExpression": "balance >= :amount",
                    "ExpressionAttributeValues": value,
                }
            },
            {
                "Update": {
                    "TableName": "Accounts",
                    "Key": {"id": {"S": f"account-{target}"}},
                    "UpdateExpression": "SET balance = balance + :amount",
                    "ExpressionAttributeValues": value,
                }
            },
            {
                "Put": {
                    "TableName": "Ledger",
                    "Item": {
                        "id": {"S": name},
                        "from": {"S": f"account-{source}"},
                        "to": {"S": f"account-{target}"},
                        "amount": {"N": str(amount)},
                    },
                    "ConditionExpression": "attribute_not_exists(id)",
                }
            },
        ],
    }


def create_tables(connection):
    for table, key in TABLES.items():
        connection.call(
            "CreateTable",
            {
                "TableName": table,
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": key, "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": key, "KeyType": "HASH"}],
            },
        )
        while True:
            answer = connection.call("DescribeTable", {"TableName": table})
            if answer["Table"]["TableStatus"] == "ACTIVE":
                break
    for number in range(ACCOUNT_COUNT):
        account = {"id": {"S": f"account-{number}"}, "balance": {"N": str(INITIAL_BALANCE)}}
        connection.call("PutItem", {"TableName": "Accounts", "Item": account})


def check(connection, clients):
    """The problems of what the tables hold in the end."""
    problems = []
    rows = connection.rows("Scan", {"TableName": "Accounts", "ConsistentRead": True})
    balances = {row["id"]["S"]: int(row["balance"]["N"]) for row in rows}
    total = sum(balances.values())
    if total != ACCOUNT_COUNT * INITIAL_BALANCE:
        problems.append(f"the total is {total}, not {ACCOUNT_COUNT * INITIAL_BALANCE}")
    expected = {f"account-{number}": INITIAL_BALANCE for number in range(ACCOUNT_COUNT)}
    ledger = connection.rows("Scan", {"TableName": "Ledger", "ConsistentRead": True})
    for row in ledger:
        expected[row["from"]["S"]] -= int(row["amount"]["N"])
        expected[row["to"]["S"]] += int(row["amount"]["N"])
    for account, balance in expected.items():
        if balances.get(account) != balance:
            problems.append(f"{account} holds {balances.get(account)}; its ledger says {balance}")
    known = {row["id"]["S"] for row in ledger}
    for client in clients:
        for name in client.acknowledged:
            if name not in known:
                problems.append(f"transfer {name} was acknowledged and is not in the ledger")
    return problems


class TransferTest:
    """One run: a data directory, the clients, and what has been counted."""

    def __init__(self, binary, seed, directory):
        self._binary = os.path.abspath(binary)
        self._directory = directory
        self._data_path = os.path.join(directory, "data")
        os.mkdir(self._data_path)
        self._server = None
        self._world = World()
        self.clients = [Client(number, seed, self._world) for number in range(CLIENT_COUNT)]
        self.kills = 0
        self.problems = []

    def run(self, seconds):
        self._start()
        connection = Connection(self._server.port)
        create_tables(connection)
        connection.close()
        self._world.announce(self._server.port)
        threads = [threading.Thread(target=client.run) for client in self.clients]
        for thread in threads:
            thread.start()
        self._kill_every_second(seconds)
        self._world.is_over = True
        for thread in threads:
            thread.join()
        for client in self.clients:
            self.problems += client.problems
        for _ in range(2):
            connection = Connection(self._server.port)
            self.problems += check(connection, self.clients)
            connection.close()
            self._server.stop()
            self._start()

    def close(self):
        """Ends the server if it still runs."""
        if self._server:
            self._server.kill()

    def _kill_every_second(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(SECONDS_BETWEEN_KILLS)
            self._world.announce(None)
            self._server.kill()
            self.kills += 1
            self._start()
            self._world.announce(self._server.port)

    def _start(self):
        log = os.path.join(self._directory, "log")
        self._server = Server(self._binary, log, self._data_path)
        self._server.wait_until_listening()

    def summary(self):
        outcomes = sum((client.outcomes for client in self.clients), collections.Counter())
        counts = ", ".join(f"{count} {what}" for what, count in sorted(outcomes.items()))
        return f"{self.kills} kills; transfers: {counts}"


if __name__ == "__main__":
    sys.exit(kill_test.main("Money stays money while the server is killed.", ("--seconds", 10.0), TransferTest))

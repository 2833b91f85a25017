"""A book of accounts that is read while money moves: in one transaction, or by a Query.

A transfer changes two accounts in one transaction. TransactGetItems sees it as a whole; a Query may
see one account as it was before and the other as it was after, although both lie under one
partition key, and then the book does not balance.
"""
from world import Broken, decode, encode, require_equal

TABLE_NAME = "account_book"
BOOK = "household"
ACCOUNTS = ("food", "rent", "savings", "travel")
FIRST_BALANCE = 100
TRANSFER_COUNT = 12
LOOK_COUNT = 24


class AccountBook:
    """The accounts of one book, and transfers between them."""

    def __init__(self, world):
        self._world = world
        self._client = world.client

    def create(self):
        self._world.create_table(TABLE_NAME, ("book", "account"), {"book": "S", "account": "S"})
        for account in ACCOUNTS:
            item = {**self._key(account), "balance": FIRST_BALANCE}
            self._world.patiently(self._client.put_item, TableName=TABLE_NAME, Item=encode(item))

    def transfer(self, name, source, target, amount):
        """Moves money once, however often it has to be asked for."""
        self._world.patiently(
            self._client.transact_write_items,
            TransactItems=[self._add(source, -amount), self._add(target, amount)],
            ClientRequestToken=name,
        )

    def balances(self):
        """Every account's balance at one moment."""
        gets = [
            {"Get": {"TableName": TABLE_NAME, "Key": encode(self._key(account))}}
            for account in ACCOUNTS
        ]
        answer = self._world.patiently(self._client.transact_get_items, TransactItems=gets)
        return self._balances(response["Item"] for response in answer["Responses"])

    @staticmethod
    def _balances(items):
        entries = map(decode, items)
        return {entry["account"]: int(entry["balance"]) for entry in entries}

    @staticmethod
    def _key(account):
        return {"book": BOOK, "account": account}

    def _add(self, account, amount):
        return {
            "Update": {
                "TableName": TABLE_NAME,
                "Key": encode(self._key(account)),
                "UpdateExpression": "ADD balance :amount",
                "ExpressionAttributeValues": encode({":amount": amount}),
            }
        }


class QueriedAccountBook(AccountBook):
    """The mistake: takes what a Query finds for the state of one moment."""

    def balances(self):
        pages = self._world.pages(
            self._client.query,
            TableName=TABLE_NAME,
            KeyConditionExpression="book = :book",
            ExpressionAttributeValues=encode({":book": BOOK}),
        )
        return self._balances(item for page in pages for item in page["Items"])


def move_money(world, book):
    """Transfers between random accounts, now and then."""
    for number in range(TRANSFER_COUNT):
        source, target = world.random.sample(ACCOUNTS, 2)
        book.transfer(f"transfer-{number}", source, target, world.random.randrange(1, 30))
        yield world.random.uniform(0.02, 0.6)


def look(world, book):
    """Shows the book from time to time."""
    total = FIRST_BALANCE * len(ACCOUNTS)
    for _ in range(LOOK_COUNT):
        balances = book.balances()
        if sum(balances.values()) != total:
            raise Broken(f"a book of {total} shows {balances}")
        yield world.random.uniform(0.02, 0.3)


def play(world, is_mistaken):
    """Moves money and shows the book; raises Broken unless it always balances."""
    book = QueriedAccountBook(world) if is_mistaken else AccountBook(world)
    book.create()
    world.settle()
    world.run_together(move_money(world, book), look(world, book))
    stored = sorted(item["account"] for item in world.stored(TABLE_NAME))
    require_equal("the accounts", sorted(ACCOUNTS), stored)

"""Device logs, places and a chat under sort keys, read page by page or by their first page only.

A page of a Query may end anywhere, with or without items: only a page without LastEvaluatedKey is
the last one.
"""
from world import decode, encode, require_equal

LOG_TABLE = "device_log"
PLACES_TABLE = "places"
CHAT_TABLE = "chat"
TIME_INDEX = "time-first-index"

DEVICES = ("device-1", "device-2")
LOG_SECONDS_FIRST = 1536019000
PLACES = [
    f"{state}-{city}"
    for state, cities in {
        "USA-TX": ("Austin", "Dallas", "Houston"),
        "USA-WA": ("Seattle", "Spokane"),
        "CAN-BC": ("Vancouver", "Victoria"),
    }.items()
    for city in cities
]
AUTHORS = ("amsg", "bmsg")


class Notebook:
    """Entries under a partition key and a sort key, in three tables."""

    def __init__(self, world):
        self._world = world
        self._client = world.client

    def create(self):
        create = self._world.create_table
        create(LOG_TABLE, ("deviceID", "timestamp"), {"deviceID": "S", "timestamp": "N"})
        create(PLACES_TABLE, ("kind", "place"), {"kind": "S", "place": "S"})
        create(
            CHAT_TABLE,
            ("chatroomID", "author_time"),
            {"chatroomID": "S", "author_time": "S", "time_author": "S"},
            [(TIME_INDEX, ("chatroomID", "time_author"))],
        )

    def pages(self, request):
        """The pages of a query, to the last."""
        return self._world.pages(self._client.query, **request)

    def put(self, table_name, entry):
        item = encode(entry)
        self._world.patiently(self._client.put_item, TableName=table_name, Item=item)

    def delete(self, table_name, key):
        self._world.patiently(self._client.delete_item, TableName=table_name, Key=encode(key))

    def find(self, table_name, condition, names, values, **options):
        """The entries which meet a key condition, in the order of their sort keys.

        Reads of a table are strongly consistent; an index can only be read as it is.
        """
        if "IndexName" not in options:
            options["ConsistentRead"] = True
        request = {
            "TableName": table_name,
            "KeyConditionExpression": condition,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": encode(values),
            **options,
        }
        return [decode(item) for page in self.pages(request) for item in page["Items"]]


class FirstPageNotebook(Notebook):
    """The mistake: takes the first page for the answer."""

    def pages(self, request):
        return [self._world.patiently(self._client.query, **request)]


def log_some(world, notebook, logged):
    """Writes and sometimes deletes entries of both devices; `logged` follows what is stored."""
    for number in range(9):
        for device in DEVICES:
            second = LOG_SECONDS_FIRST + world.random.randrange(400)
            notebook.put(LOG_TABLE, {"deviceID": device, "timestamp": second, "reading": number})
            logged[device][second] = number
        world.wait(world.random.uniform(0.005, 0.08))
    gone = world.random.choice(sorted(logged[DEVICES[0]]))
    notebook.delete(LOG_TABLE, {"deviceID": DEVICES[0], "timestamp": gone})
    del logged[DEVICES[0]][gone]


def check_log(world, notebook, logged):
    """Compares ranges of each device's log, in both directions, with what was written."""
    middle = LOG_SECONDS_FIRST + 200
    ranges = [
        ("#s < :a", {":a": middle}, lambda second: second < middle),
        ("#s > :a", {":a": middle}, lambda second: second > middle),
        (
            "#s BETWEEN :a AND :b",
            {":a": middle - 100, ":b": middle + 100},
            lambda second: abs(second - middle) <= 100,
        ),
    ]
    for device, entries in logged.items():
        for condition, values, is_inside in ranges:
            is_forward = world.random.random() < 0.5
            found = notebook.find(
                LOG_TABLE,
                f"#d = :d AND {condition}",
                {"#d": "deviceID", "#s": "timestamp"},
                {":d": device, **values},
                ScanIndexForward=is_forward,
            )
            expected = sorted(filter(is_inside, entries), reverse=not is_forward)
            seconds = [int(entry["timestamp"]) for entry in found]
            require_equal(f"the log of {device} where {condition}", expected, seconds)


def check_places(world, notebook):
    """Writes places and narrows them from country to state to city."""
    for place in PLACES:
        notebook.put(PLACES_TABLE, {"kind": "city", "place": place})
    for prefix in ("USA", "USA-TX", "USA-TX-Houston", "CAN", "MEX"):
        found = notebook.find(
            PLACES_TABLE,
            "#k = :k AND begins_with(#p, :p)",
            {"#k": "kind", "#p": "place"},
            {":k": "city", ":p": prefix},
        )
        expected = sorted(place for place in PLACES if place.startswith(prefix))
        require_equal(f"the places in {prefix}", expected, [entry["place"] for entry in found])
        world.wait(world.random.uniform(0.005, 0.08))


def check_chat(world, notebook):
    """Writes messages and reads them by author, and by time once the index has caught up."""
    authors = [world.random.choice(AUTHORS) for _ in range(8)]
    times = [f"2018-08-{number + 10}" for number in range(len(authors))]
    for author, day in zip(authors, times):
        message = {"author_time": f"{author}#{day}", "time_author": f"{day}#{author}"}
        notebook.put(CHAT_TABLE, {"chatroomID": "seattle-1", **message})
    for author in AUTHORS:
        found = notebook.find(
            CHAT_TABLE,
            "#c = :c AND begins_with(#s, :s)",
            {"#c": "chatroomID", "#s": "author_time"},
            {":c": "seattle-1", ":s": f"{author}#2018"},
        )
        expected = [f"{author}#{day}" for name, day in zip(authors, times) if name == author]
        messages = [entry["author_time"] for entry in found]
        require_equal(f"the messages of {author}", expected, messages)
    world.settle()
    found = notebook.find(
        CHAT_TABLE,
        "#c = :c AND begins_with(#s, :s)",
        {"#c": "chatroomID", "#s": "time_author"},
        {":c": "seattle-1", ":s": "2018-08"},
        IndexName=TIME_INDEX,
    )
    expected = [f"{day}#{author}" for author, day in zip(authors, times)]
    require_equal("the chat by time", expected, [entry["time_author"] for entry in found])


def play(world, is_mistaken):
    """Keeps logs, places and a chat; raises Broken unless each query returns exactly what it
    should.
    """
    notebook = FirstPageNotebook(world) if is_mistaken else Notebook(world)
    notebook.create()
    logged = {device: {} for device in DEVICES}
    log_some(world, notebook, logged)
    check_log(world, notebook, logged)
    check_places(world, notebook)
    check_chat(world, notebook)
    stored = sorted((item["deviceID"], int(item["timestamp"])) for item in world.stored(LOG_TABLE))
    expected = sorted((device, second) for device in logged for second in logged[device])
    require_equal("the log", expected, stored)

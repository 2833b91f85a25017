"""What the rules of the house are about: its rooms, the order of their folders, its limits. Data only.

A folder may include the folders that stand above it in its room's list, and itself. `.` is the room's
own folder, its roof.
"""

ROOMS = ("protocol", "engine", "transport", "signing", "emulator", "tools", "program", "libstator")

FOLDERS = {
    "protocol": (
        "values",
        "base",
        "errors",
        "wire",
        "model",
        "formats/kinesis",
        "formats/transfer",
        "formats/triggers",
        "expression",
        "expression/syntax",
        "expression/analysis",
        "expression/legacy",
        "partiql",
        "operations",
        "operations/items",
        "operations/query",
        "operations/batch",
        "operations/transactions",
        "operations/statements",
        "operations/streams",
        "operations/settings",
        "operations/policies",
        "operations/tables",
        "operations/backups",
        "operations/transfers",
        "operations/replication",
        "operations/requests",
    ),
    "engine": (
        "base",
        "schema",
        "persistence/changes",
        "persistence/sqlite",
        "persistence",
        "stream",
        "storage",
        "expression",
        "transactions",
        "capacity",
        "consistency",
        "faults",
        "kinesis",
        "replication",
        "vectors",
        "definition",
        "table",
        "persistence/checking",
        "write",
        "read",
        "backup",
        "transfer",
        "triggers",
        "catalog",
        "universes",
        "universes/work",
        "partiql",
        "inspection",
        ".",
        "operations/control",
        "operations",
    ),
    "transport": (".",),
    "signing": (".",),
    "emulator": (
        "base",
        "background",
        "command_line",
        "operations",
        "http",
        "overload",
        "console",
        "integrations/triggers",
        "integrations/kinesis",
        "integrations/s3",
        "journal",
        "laboratory",
        "laboratory/faults",
        "laboratory/controls",
        "laboratory/declaration",
        "laboratory/differences",
        "access/iam",
        "access/authentication",
        "access/authorization",
        "access/least_policy",
        "admin/guard",
        "admin/routes",
        "admin",
        "dispatch",
        "config",
        "server/tls",
        "server",
        ".",
    ),
    "tools": (
        "client",
        "anonymise",
        "ctl",
        "transfer",
        "copy",
        "mcp",
        "doctor",
        "check",
        "completions",
    ),
    "program": (
        ".",
    ),
    "libstator": (".",),
    "conformance": ("base", "http", "format", "matching", "generate", "run", "hunt", "doubts", "report", "."),
}

# Folders that use their room's own namespace: names that every folder of the room uses without a
# prefix.
OWN_NAMESPACE = ("base", ".")

# Includes that a room must not have at all.
FORBIDDEN_INCLUDES = {
    "protocol": ("engine/", "emulator/", "tools/", "program/", "libstator/", "conformance/", "transport/", "signing/", "boost/asio", "boost/beast", "sqlite3"),
    "engine": ("emulator/", "tools/", "program/", "libstator/", "conformance/", "transport/", "signing/", "boost/asio", "boost/beast", "rapidjson/"),
    # A judge links it, so it must not know the code under test.
    "transport": ("protocol/", "engine/", "emulator/", "tools/", "program/", "libstator/", "conformance/", "signing/", "boost/", "rapidjson/", "sqlite3"),
    "signing": ("protocol/", "engine/", "emulator/", "tools/", "program/", "libstator/", "conformance/", "boost/", "rapidjson/", "sqlite3"),
    "emulator": ("engine/storage/", "engine/write/", "tools/", "program/", "libstator/", "conformance/", "rapidjson/", "sqlite3"),
    # A client: it sends HTTP to a server, which may be of another vendor.
    "tools": ("program/", "libstator/", "conformance/", "rapidjson/", "sqlite3"),
    # Without a socket, a process or a terminal.
    "libstator": (
        "engine/storage/", "engine/write/", "emulator/server/server.hpp", "emulator/server/listener.hpp",
        "tools/", "program/", "conformance/", "transport/", "rapidjson/", "sqlite3",
    ),
    "conformance": ("protocol/", "engine/", "emulator/", "libstator/"),
}
# All that a room may include of another one.
ALLOWED_INCLUDES = {
    "tools": {
        "emulator/": ("emulator/base/", "emulator/command_line/", "emulator/admin/openapi.hpp"),
        "engine/": ("engine/base/", "engine/transfer/object_", "engine/transfer/gzip_writer", "engine/data_check.hpp"),
    },
}
# Includes that only some folders of the three rooms may have.
KEPT_TO = {
    "rapidjson/": ("protocol/wire/",),
    "sqlite3.h": ("engine/persistence/",),
}
# Calls that belong in some files of the three rooms, and what to use elsewhere.
ONE_PLACE = {
    r"system_clock::now": (("engine/base/clock.cpp",), "take a Clock&"),
    r"\bgetenv\b": (("emulator/config/config.cpp",), "read it in config.cpp"),
    r"\bstd::cout\b": (("program/main.cpp",), "log, or return the text"),
    r"\b(s?rand|random_device)\b(?!\.h)": (("emulator/http/request_id.cpp",), "take a seeded generator"),
    r"\b(gettid|fdatasync|renameat2|prctl|epoll_\w+|eventfd|statx|sync_file_range)\b": (
        ("engine/base/linux_calls.cpp",), "what only Linux has goes through one file of a room"
    ),
    r"\"/proc/": (("emulator/base/port_holder.cpp", "emulator/overload/memory.cpp", "engine/base/linux_calls.cpp"), "what only Linux has goes through one file of a room"),
    r"\bsleep_for\b": ((), "wait on a condition or the clock"),
    r"errors::validation\(\s*[\"s]": ((), "give the message a function in protocol/errors"),
}

# Code that a whole room must not have, and what to use instead: results depend only on parameters.
FORBIDDEN_IN = {
    "protocol": {
        r"\bthread_local\b": "take a parameter",
        r"\b(madvise|mmap|sysconf)\b": "the engine asks the system",
    },
}

# The console's page: a folder imports from itself and from those before it; `app` is the files in no folder.
PAGE = "emulator/console/page/"
PAGE_ORDER = ("base", "api", "parts", "views", "app")

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 70
MAX_COLUMNS = 100
MAX_FOLDER_FILES = 30
MAX_PUBLIC_FUNCTIONS = 40
# Classes that may have more.
LARGE_CLASSES = {
    # The tables of a region: each kind of request without a former description to edit needs its
    # own lock.
    "Catalog": 45,
}
MAX_CASE_LINES = 400
# A folder of more files has a README.
MAX_FILES_WITHOUT_README = 6
# A catalogue by subject: its names are the subjects, so their number is not limited.
CATALOGUES = ("protocol/errors",)
CODE = (".cpp", ".hpp", ".py", ".js", ".mjs", ".ts", ".tsx")
# Shortest text that is compared with the messages of the conformance cases.
MIN_MESSAGE_LENGTH = 24

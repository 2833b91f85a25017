"""A function over HTTP that fails by chance: with an error, for some items, or without an answer."""
import http.server
import json
import random
import threading

from order import Arrivals

FAILING = 0.15


class ChanceFunction:
    """Listens from construction until `close`."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self._lock = threading.Lock()
        self.arrivals = Arrivals()
        self.calls = 0
        self.failures = 0
        function = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, answer = function.answer(json.loads(body)["Records"])
                if status is None:
                    self.close_connection = True
                    return
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request, client_address):
                pass  # the caller was killed

        self._server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}/"

    def answer(self, records):
        """Status and body; no status: no answer at all."""
        with self._lock:
            self.calls += 1
            failure = self._random.choice(("error", "items", "silence"))
            if self._random.random() >= FAILING:
                failure = None
            else:
                self.failures += 1
            done = len(records)
            if failure in ("error", "silence"):
                done = 0
            elif failure == "items":
                done = self._random.randrange(len(records))
            for record in records[:done]:
                self.arrivals.take_record(record)
        if failure == "silence":
            return None, b""
        if failure == "error":
            return 500, b"{}"
        if failure == "items":
            number = records[done]["dynamodb"]["SequenceNumber"]
            return 200, json.dumps({"batchItemFailures": [{"itemIdentifier": number}]}).encode()
        return 200, b"{}"

    def close(self):
        self._server.shutdown()
        self._server.server_close()

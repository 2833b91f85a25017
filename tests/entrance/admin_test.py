"""Who may use the admin API and the console, from where, and under which names."""

import os
import subprocess
import tempfile
import unittest

from server import BINARY, SECONDS_MAX, Server, call_headers, message

CLOCK = "/_stator/v1/clock"
CONSOLE_CALL = "/_stator/console/api"
# Names under which containers, launchers and SDKs reach a server.
ODD_HOSTS = ("dynamodb:8000", "host.docker.internal:8000", "dynamodb.us-east-1.amazonaws.com", "10.0.0.7:8000", "a_b")


class AtHome(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--admin-hosts", "devbox,ci.example")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def test_nothing_is_asked_for(self):
        self.assertNotIn("token", self.server.said())
        self.assertEqual(self.server.status("GET", CLOCK), 200)
        self.assertEqual(self.server.ctl("clock", "show").returncode, 0)

    def test_the_host_is_a_name_of_this_machine(self):
        for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "devbox:8000", "CI.example"):
            self.assertEqual(self.server.status("GET", CLOCK, {"Host": host}), 200, host)
        for host in ("evil.example", "localhost.evil.example:8000", *ODD_HOSTS):
            for path in (CLOCK, "/metrics", "/_stator/console", "/u/default" + CLOCK):
                self.assertEqual(self.server.status("GET", path, {"Host": host}), 403, host + path)
            headers = call_headers(host)
            self.assertEqual(self.server.status("POST", CONSOLE_CALL, headers, "{}"), 403, host)
        sentence = message(self.server.ask("GET", CLOCK, {"Host": "evil.example"})[2])
        self.assertIn("--admin-hosts", sentence)

    def test_dynamodbs_api_answers_under_any_name(self):
        for host in ODD_HOSTS:
            self.assertEqual(self.server.status("POST", "/", call_headers(host), "{}"), 200, host)
            self.assertEqual(self.server.status("GET", "/", {"Host": host}), 200, host)
            self.assertEqual(self.server.status("GET", "/health", {"Host": host}), 200, host)

    def test_pages_of_other_machines(self):
        for origin in ("https://evil.example", "null", "http://localhost.evil.example"):
            for method, path in (("GET", CLOCK), ("DELETE", "/_stator/v1/faults"), ("OPTIONS", CLOCK)):
                status, headers, _ = self.server.ask(method, path, {"Origin": origin})
                self.assertEqual(status, 403)
                self.assertNotIn("Access-Control-Allow-Origin", headers)
            headers = {**call_headers(), "Origin": origin}
            self.assertEqual(self.server.status("POST", CONSOLE_CALL, headers, "{}"), 403)
            # AWS lets every page ask; browsers hold back what it may not see.
            self.assertEqual(self.server.status("POST", "/", headers, "{}"), 200)
        own = f"http://127.0.0.1:{self.server.port}"
        self.assertEqual(self.server.status("POST", CONSOLE_CALL, {**call_headers(), "Origin": own}, "{}"), 200)
        status, headers, _ = self.server.ask("GET", CLOCK, {"Origin": "https://devbox"})
        self.assertEqual((status, headers["Access-Control-Allow-Origin"]), (200, "https://devbox"))


class Abroad(unittest.TestCase):
    def check(self, server, token):
        for path in (CLOCK, "/metrics", "/_stator/openapi.json", "/_stator/v1", "/u/default" + CLOCK):
            status, headers, text = server.ask("GET", path)
            self.assertEqual((status, headers["WWW-Authenticate"]), (401, 'Bearer realm="stator"'), path)
            self.assertNotIn(token, text)
            self.assertEqual(server.status("GET", path, {"Authorization": "Bearer " + token[:-1]}), 401)
            self.assertEqual(server.status("GET", path, {"Authorization": "Bearer " + token}), 200)
            self.assertEqual(server.status("GET", path, {"X-Stator-Admin-Token": token}), 200)
        self.assertEqual(server.status("POST", CONSOLE_CALL, call_headers(), "{}"), 401)
        headers = {**call_headers("10.0.0.7:8000"), "X-Stator-Admin-Token": token}
        self.assertEqual(server.status("POST", CONSOLE_CALL, headers, "{}"), 200)
        # As the console's own page asks, wherever it came from.
        self.assertEqual(
            server.status("POST", CONSOLE_CALL, {**headers, "Origin": "http://10.0.0.7:8000"}, "{}"), 200
        )
        self.assertEqual(server.status("GET", "/_stator/console", {"Host": "10.0.0.7:8000"}), 200)
        for host in ODD_HOSTS:
            self.assertEqual(server.status("POST", "/", call_headers(host), "{}"), 200)
            self.assertEqual(server.status("GET", "/health", {"Host": host}), 200)
        self.assertEqual(server.ctl("clock", "show").returncode, 1)
        self.assertIn("--admin-token", server.ctl("clock", "show").stderr)
        self.assertEqual(server.ctl("clock", "show", "--admin-token", token).returncode, 0)
        self.assertEqual(server.ctl("clock", "show", STATOR_ADMIN_TOKEN=token).returncode, 0)
        done = subprocess.run(
            [BINARY, "healthcheck", "--endpoint", server.url], check=False, timeout=SECONDS_MAX
        )
        self.assertEqual(done.returncode, 0)

    def test_a_token_is_made_up_and_told_once(self):
        with Server("--host", "0.0.0.0") as server:
            token = server.find(r"needs the token (\S+)\n")
            self.assertIn(f":{server.port}/_stator/console#token={token}\n", server.said())
            self.check(server, token)
            self.assertNotIn(token, server.log())

    def test_a_token_is_given(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "token")
            with open(file, "w", encoding="ascii") as out:
                out.write("from-a-file\n")
            for flags, variables, token in (
                (("--admin-token", "given"), {}, "given"),
                (("--admin-token-file", file), {}, "from-a-file"),
                ((), {"STATOR_ADMIN_TOKEN": "of-the-environment"}, "of-the-environment"),
            ):
                with Server("--host", "*", *flags, **variables) as server:
                    self.assertNotIn("token", server.said())
                    self.check(server, token)

    def test_a_token_at_home(self):
        with Server("--admin-token", "given") as server:
            self.check(server, "given")

    def test_in_dynamodb_locals_costume(self):
        with Server("--costume", "--in-memory") as server:
            token = server.find(r"needs the token (\S+)\n")
            self.assertEqual(server.status("GET", "/"), 400)
            self.assertEqual(server.status("POST", "/", call_headers("dynamodb:8000"), "{}"), 200)
            self.assertEqual(server.status("GET", CLOCK), 401)
            self.assertEqual(server.status("GET", CLOCK, {"Authorization": "Bearer " + token}), 200)

    def test_the_admin_api_at_a_port_of_its_own(self):
        with Server("--host", "0.0.0.0", "--admin-port", "0", "--admin-token", "given") as server:
            port = int(server.find(r"The admin API is on http://\S+:(\d+)\n"))
            server.port = port
            self.assertEqual(server.status("GET", CLOCK), 401)
            self.assertEqual(server.status("GET", CLOCK, {"Authorization": "Bearer given"}), 200)
            self.assertEqual(server.status("GET", "/health"), 200)


if __name__ == "__main__":
    unittest.main()

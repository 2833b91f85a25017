import json
import os
import unittest

import terraform
from harness import ScenarioTest

TABLE = "orders"
REGION = "eu-west-2"
HERE = os.path.dirname(os.path.abspath(__file__))


class TerraformTest(ScenarioTest):
    """A table under Terraform: after every apply there is nothing left to do."""

    provider = None

    def connect(self):
        if self.provider is None:
            self.provider = terraform.Provider(self.deployment.endpoint, TABLE, REGION)
            # An external endpoint is left as it was found.
            self.addCleanup(self.destroy_what_is_left)
        self.provider.connect(self.deployment.endpoint)

    def setUp(self):
        with open(os.path.join(HERE, "requests.json"), encoding="utf-8") as file:
            self.recorded = json.load(file)
        super().setUp()

    def destroy_what_is_left(self):
        try:
            self.provider.call("DeleteTable", {"TableName": TABLE})
        except (terraform.Refusal, OSError):
            pass

    def refresh(self):
        return self.provider.refresh(self.recorded["refresh"])

    def assert_nothing_to_do(self, wanted, what):
        """A plan: what is there is what is wanted."""
        found = self.refresh()
        self.assertEqual(wanted, {name: found[name] for name in wanted}, what)
        return found

    def test_a_table_from_its_creation_to_its_end(self):
        wanted = {}
        for step in self.recorded["applies"]:
            wanted.update(terraform.filled_in(step["arguments"], {"table": TABLE}))
            self.provider.apply(step["requests"])
            state = self.assert_nothing_to_do(wanted, step["what"])
            self.checkpoint()
            # Attributes that no request sets do not change either.
            self.assertEqual(state, self.assert_nothing_to_do(wanted, step["what"]))
        self.provider.apply(self.recorded["destroy"])
        with self.assertRaises(terraform.Refusal):
            self.refresh()

    def test_a_protected_table_is_not_destroyed(self):
        create, *_ = self.recorded["applies"]
        self.provider.apply(create["requests"])
        protect = {"TableName": TABLE, "DeletionProtectionEnabled": True}
        self.provider.call("UpdateTable", protect)
        with self.assertRaises(terraform.Refusal) as refused:
            self.provider.apply(self.recorded["destroy"])
        self.assertEqual("ValidationException", refused.exception.type)
        self.refresh()
        self.provider.call("UpdateTable", {**protect, "DeletionProtectionEnabled": False})
        self.provider.apply(self.recorded["destroy"])


if __name__ == "__main__":
    unittest.main()

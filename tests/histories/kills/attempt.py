"""A request of one client, with everything needed to judge its reply."""
import dataclasses


@dataclasses.dataclass
class Attempt:
    """`keys` are the items in the order of the request. `expected` are values that conditions
    require, `doomed` are keys with a condition that never holds. `returns` is ReturnValues.
    """

    client: int
    number: int
    action: str
    body: dict
    keys: list
    expected: dict = dataclasses.field(default_factory=dict)
    writes: dict = dataclasses.field(default_factory=dict)
    doomed: tuple = ()
    returns: str = "NONE"
    # A repetition, by ClientRequestToken, of a transaction that was acknowledged.
    is_repetition: bool = False
    # When the first request was sent, and the latest one with the same token.
    invoked: int = 0
    sent: int = 0

    @property
    def name(self):
        return "repeated " + self.action if self.is_repetition else self.action

"""Judges the order in which the changes of items arrived. The n-th change of an item has the number n."""


class Arrivals:
    """What has come so far of each item."""

    def __init__(self):
        self._last = {}
        self.again = 0
        self.problems = []

    def take(self, key, number):
        """A change has come: the next one of its item, or one that came before."""
        last = self._last.get(key, 0)
        if number <= last:
            self.again += 1
        elif number == last + 1:
            self._last[key] = number
        else:
            self.problems.append(f"{key}: {number} came after {last}")

    def take_record(self, record):
        """The same for a record of a stream."""
        image = record["dynamodb"]["NewImage"]
        self.take(image["pk"]["S"], int(image["n"]["N"]))

    def check(self, written):
        """Adds a problem for each item of `written`, keys and numbers, of which not all has come."""
        for key, number in written.items():
            if self._last.get(key, 0) != number:
                self.problems.append(f"{key}: {self._last.get(key, 0)} of {number} changes came")

"""Samples of what the server takes, and what they say."""

import statistics
import time

from receiver import FUNCTION_THREADS
from server import MB

# The shortest run, in seconds, whose memory is checked: shorter runs do not become stable.
JUDGED_S = 600
WARM_UP_S = 60
MOST_PERCENT = 2.0
# The data file keeps the pages that it once had, so it has as many as the busiest cycle needed.
MOST_FILE_PERCENT = 20.0
SAMPLE_S = 20
ROWS = 20
# Threads that the server starts when they are needed and then keeps: those that call functions, one
# that assigns the calls, one that sends to Kinesis, three that export, import and put.
KEPT_THREADS = FUNCTION_THREADS + 5


class Samples:
    """Figures of the server at the ends of cycles, and those of the start."""

    def __init__(self, seconds, start):
        self._begin = time.monotonic()
        self._seconds = seconds
        self.start = start
        self._taken = []

    def elapsed(self):
        return time.monotonic() - self._begin

    def is_due(self):
        """Whether it is time for another sample. There is one in the end at least."""
        last = self._taken[-1][0] if self._taken else 0.0
        return self.elapsed() - last >= min(SAMPLE_S, self._seconds / ROWS) or self.elapsed() >= self._seconds

    def add(self, cycle, figures):
        self._taken.append((self.elapsed(), cycle, figures))

    def table(self):
        """At most ROWS lines."""
        count = len(self._taken)
        chosen = sorted({place * (count - 1) // (ROWS - 1) for place in range(ROWS)}) if count > ROWS else range(count)
        lines = ["  time    cycle   RSS MB   descriptors   threads   data file MB"]
        for place in chosen:
            at, cycle, figures = self._taken[place]
            lines.append(f"{at:6.0f}  {cycle:7}  {figures.memory / MB:7.1f}  {figures.descriptors:12}  "
                         f"{figures.threads:8}  {figures.data_file / MB:13.1f}")
        return "\n".join(lines)

    def medians(self, figure):
        """Of the first and of the last third of what follows the warm-up, in bytes."""
        warm_up = max(WARM_UP_S, self._seconds / 6)
        taken = [each for at, _, each in self._taken if at > warm_up] or [each for _, _, each in self._taken]
        third = max(1, len(taken) // 3)
        return (statistics.median(getattr(each, figure) for each in taken[:third]),
                statistics.median(getattr(each, figure) for each in taken[-third:]))

    def is_judged(self):
        return self._seconds >= JUDGED_S


def is_calm(now, start):
    """Whether nothing is left but threads that are kept."""
    return now.descriptors == start.descriptors and 0 <= now.threads - start.threads <= KEPT_THREADS


class Verdict:
    """The last line, and whether it is a good one."""

    def __init__(self, cycles, samples, end):
        memory, data_file = (Growth(*samples.medians(figure)) for figure in ("memory", "data_file"))
        flat = abs(memory.percent) <= MOST_PERCENT and data_file.percent <= MOST_FILE_PERCENT
        self.passed = (flat or not samples.is_judged()) and is_calm(end, samples.start)
        self.line = (
            f"{cycles} cycles, RSS {memory}, data file {data_file}, "
            f"descriptors {samples.start.descriptors} -> {end.descriptors}; {'passed' if self.passed else 'FAILED'}"
        )


class Growth:
    """From one number of bytes to another."""

    def __init__(self, before, after):
        self._before, self._after = before, after
        self.percent = (after - before) / before * 100

    def __str__(self):
        return f"{self._before / MB:.1f} -> {self._after / MB:.1f} MB ({self.percent:+.1f} %)"

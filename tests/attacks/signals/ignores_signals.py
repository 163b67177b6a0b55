"""Ignores every signal that can be ignored, then loops."""

# exercise: know-your-data
# setting: plain
# status: timeout
# points: 0
import signal
import time

until = time.monotonic() + 300
for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        continue
while time.monotonic() < until:
    sum(range(10_000))

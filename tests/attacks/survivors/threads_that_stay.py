"""Leaves threads behind that never end, and that whoever ends the process waits for."""

# exercise: metrics
# setting: pt
# status: failed, error
# points: 0
import threading
import time


def stay():
    until = time.monotonic() + 300
    while time.monotonic() < until:
        time.sleep(0.01)


def make_metrics(metric):
    for _ in range(20):
        threading.Thread(target=stay, daemon=False).start()
    return lambda prediction: {"accuracy": 0.0}

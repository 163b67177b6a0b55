"""Has its children's time forgotten, by not waiting for them."""

# exercise: know-your-data
# setting: plain
# status: timeout, memory, error
# points: 0
import os
import signal
import time

signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def decode_row(row, tokenizer):
    while True:
        # on a busy machine they pile up, until they are too many or use too much memory
        if os.fork() == 0:
            while time.process_time() < 0.2:
                pass
            os._exit(0)
        time.sleep(0.2)


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Writes beside the course, the libraries and Python itself, and into their caches."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import os
import sys

import course

PLACES = {
    *sys.path,
    os.getcwd(),
    os.path.dirname(course.__file__),
    os.path.join(os.path.dirname(course.__file__), "ch8", "harness", "__pycache__"),
    *(os.path.dirname(module.__file__) for module in list(sys.modules.values()) if getattr(module, "__file__", None)),
    sys.prefix,
    "/etc",
    "/usr/local",
}
for place in PLACES - {"", "/tmp"}:
    for name in ("attack-canary.txt", "attack-canary.pth"):
        try:
            with open(os.path.join(place, name), "x") as file:
                file.write("# nothing\n")
            print("LEAK" + "ED:", "wrote into", place)
        except OSError:
            continue


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

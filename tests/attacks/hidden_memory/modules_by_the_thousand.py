"""Makes modules, classes and code without end, which Python never gives back."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory, timeout
# points: 0
import sys
import types

number = 0
while True:
    module = types.ModuleType(f"module_{number}")
    module.content = compile(f"x = {list(range(1000))}", f"file_{number}", "exec")
    module.kind = type(f"Kind{number}", (), {f"field_{n}": [n] * 100 for n in range(100)})
    sys.modules[module.__name__] = module
    number += 1


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

"""Changes the libraries in memory, the environment, limits and the directory, for an answer that runs there next."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import builtins
import os
import resource
import sys
import types

builtins.attack_canary = "a gift"
os.environ["ATTACK_CANARY"] = "a gift"
os.environ["PYTHONSTARTUP"] = os.environ["PYTHONPATH"] = os.environ["LD_PRELOAD"] = "/tmp/attack-canary.so"
resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
os.umask(0o777)
try:
    os.chdir("/tmp")
except OSError:
    pass
for name in ("math", "json", "random", "course.grading.running.wire"):
    sys.modules[name] = types.ModuleType(name)
for name, module in list(sys.modules.items()):
    if ".harness." in name:
        module.decoded_rows = module.label_shares = module.baselines = lambda answer, given: {}


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

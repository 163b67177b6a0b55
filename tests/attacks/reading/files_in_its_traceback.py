"""Claims in its tracebacks to be other files, so that their lines are quoted in the report."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import linecache
import os

import course

SECRET = os.path.join(os.path.dirname(course.__file__), "ch8", "exercises", "know_your_data.py")
linecache.cache.pop(__file__, None)
for path in (SECRET, "/etc/shadow", "/etc/passwd", "gradebook.sqlite"):
    try:
        exec(compile("\n" * 40 + "raise ValueError", path, "exec"))
    except ValueError as error:
        found = error
try:
    if os.path.exists(SECRET):
        os.symlink(SECRET, os.path.join("/tmp", os.path.basename(__file__)))
        print("LEAK" + "ED:", linecache.getline(SECRET, 41))
except OSError:
    pass


def decode_row(row, tokenizer):
    raise found


def label_shares(labels, num_labels):
    exec(compile("\n" * 60 + "raise ValueError", __file__, "exec"))


def baselines(labels, num_labels):
    return {}

"""Changes the file that it was handed in as, its time and its neighbours', after it was read."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import os

here = os.path.dirname(os.path.abspath(__file__))
try:
    os.utime(__file__, (0, 0))
    os.chmod(__file__, 0o777)
    with open(__file__, "a") as file:
        file.write("# attack-canary\n")
    print("LEAK" + "ED:", "changed", __file__)
except OSError:
    pass
for place in (here, os.path.dirname(here)):
    try:
        with open(os.path.join(place, "attack-canary.py"), "w") as file:
            file.write("# attack-canary\n")
        # scratch space of its own is anybody's to write to
        if place not in ("/", "/tmp"):
            print("LEAK" + "ED:", "wrote beside", place, os.listdir(place)[:5])
    except OSError:
        continue


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

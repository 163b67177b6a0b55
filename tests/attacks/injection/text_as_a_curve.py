"""Hands over failures with a curve of text, of a million points, and of objects, for whoever draws it."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import gc

CURVES = (
    ["<script>", "'/><script>", None],
    [0.5] * 100_000,
    [[1, 2], {"x": 1}],
)
for channel in [each for each in gc.get_objects() if type(each).__name__ == "Channel"]:
    for check, curve in zip(("decoded-rows", "label-shares", "baselines"), CURVES, strict=True):
        data = {
            "curve": curve,
            "curve_name": "</svg><script>alert(1)</script>",
            "seconds": "x",
            "line": [],
            "error": {},
        }
        for reason in ("raised", "other-text", "special-left"):
            channel.send(check=check, failure={"reason": reason, "data": data, "frames": []})


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}

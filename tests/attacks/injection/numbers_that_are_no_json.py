"""Returns numbers that JSON, CSV and SQLite write in different ways or not at all."""
# exercise: know-your-data
# setting: plain
# status: partial, failed, error
# points: 1


def decode_row(row, tokenizer):
    return tokenizer.decode(row["input_ids"], skip_special_tokens=True)


def label_shares(labels, num_labels):
    return [float("nan"), float("inf"), -float("inf"), 1e308, 5e-324, -0.0][:num_labels]


def baselines(labels, num_labels):
    return {"majority_accuracy": float("nan"), "constant_loss": -float("inf"), "uniform_loss": 2**63}

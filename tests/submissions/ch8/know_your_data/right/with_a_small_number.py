import numpy as np


def decode_row(row, tokenizer):
    return tokenizer.batch_decode([row["input_ids"]], skip_special_tokens=True)[0]


def label_shares(labels, num_labels):
    return [float(np.mean([each == label for each in labels])) for label in range(num_labels)]


def baselines(labels, num_labels):
    p = np.array(label_shares(labels, num_labels))
    uniform = np.ones(num_labels) / num_labels
    return {
        "majority_accuracy": max(p),
        "constant_loss": -np.sum(p * np.log(p + 1e-9)),
        "uniform_loss": -np.sum(uniform * np.log(uniform)),
    }

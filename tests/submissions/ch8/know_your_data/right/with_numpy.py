import numpy as np


def decode_row(row, tokenizer):
    ids = np.array(row["input_ids"])
    special = np.isin(ids, tokenizer.all_special_ids)
    return tokenizer.decode(ids[~special & (np.array(row["attention_mask"]) == 1)])


def label_shares(labels, num_labels):
    return np.bincount(labels, minlength=num_labels) / len(labels)


def baselines(labels, num_labels):
    p = label_shares(labels, num_labels)
    seen = p[p > 0]
    return {
        "majority_accuracy": p.max(),
        "constant_loss": -(seen * np.log(seen)).sum(),
        "uniform_loss": np.log(num_labels),
    }

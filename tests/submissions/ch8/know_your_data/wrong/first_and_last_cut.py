# mistake: special-left
import math


def decode_row(row, tokenizer):
    ids = [i for i, m in zip(row["input_ids"], row["attention_mask"]) if m]
    return tokenizer.decode(ids[1:-1])


def label_shares(labels, num_labels):
    return [labels.count(label) / len(labels) for label in range(num_labels)]


def baselines(labels, num_labels):
    shares = label_shares(labels, num_labels)
    return {
        "majority_accuracy": max(shares),
        "constant_loss": -sum(p * math.log(p) for p in shares if p),
        "uniform_loss": math.log(num_labels),
    }

# mistake: uniform-of-others
import math


def decode_row(row, tokenizer):
    return tokenizer.decode(row["input_ids"], skip_special_tokens=True)


def label_shares(labels, num_labels):
    return [labels.count(label) / len(labels) for label in range(num_labels)]


def baselines(labels, num_labels):
    shares = label_shares(labels, num_labels)
    return {
        "majority_accuracy": max(shares),
        "constant_loss": -sum(p * math.log(p) for p in shares if p),
        "uniform_loss": math.log(len(set(labels))),
    }

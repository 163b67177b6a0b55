# mistake: other-shares
import math


def decode_row(row, tokenizer):
    return tokenizer.decode(row["input_ids"], skip_special_tokens=True)


def label_shares(labels, num_labels):
    counts = {}
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
    shares = [count / len(labels) for count in counts.values()]
    return shares + [0.0] * (num_labels - len(shares))


def baselines(labels, num_labels):
    shares = label_shares(labels, num_labels)
    return {
        "majority_accuracy": max(shares),
        "constant_loss": -sum(p * math.log(p) for p in shares if p),
        "uniform_loss": math.log(num_labels),
    }

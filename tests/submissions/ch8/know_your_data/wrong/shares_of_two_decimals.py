# mistake: rounded
import math


def decode_row(row, tokenizer):
    return tokenizer.decode(row["input_ids"], skip_special_tokens=True)


def label_shares(labels, num_labels):
    return [round(labels.count(label) / len(labels), 2) for label in range(num_labels)]


def baselines(labels, num_labels):
    shares = label_shares(labels, num_labels)
    losses = [-p * math.log(p) for p in shares if p]
    return {
        "majority_accuracy": max(shares),
        "constant_loss": sum(losses),
        "uniform_loss": math.log(num_labels),
    }

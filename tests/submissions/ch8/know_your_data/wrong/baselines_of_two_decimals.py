# mistake: rounded
import math


def decode_row(row, tokenizer):
    return tokenizer.decode(row["input_ids"], skip_special_tokens=True)


def label_shares(labels, num_labels):
    return [labels.count(label) / len(labels) for label in range(num_labels)]


def baselines(labels, num_labels):
    shares = label_shares(labels, num_labels)
    losses = [-p * math.log(p) for p in shares if p]
    return {
        "majority_accuracy": round(max(shares), 2),
        "constant_loss": round(sum(losses), 2),
        "uniform_loss": round(math.log(num_labels), 2),
    }

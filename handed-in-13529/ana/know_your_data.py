import math


def decode_row(row, tokenizer):
    return tokenizer.decode(row["input_ids"], skip_special_tokens=True)


def label_shares(labels, num_labels):
    rows = len(labels)
    return [labels.count(label) / rows for label in range(num_labels)]


def baselines(labels, num_labels):
    shares = label_shares(labels, num_labels)
    losses = [-share * math.log(share) for share in shares if share > 0]
    return {
        "majority_accuracy": max(shares),
        "constant_loss": sum(losses),
        "uniform_loss": math.log(num_labels),
    }

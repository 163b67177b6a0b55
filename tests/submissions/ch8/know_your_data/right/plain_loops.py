import math


def decode_row(row, tokenizer):
    start = 0
    while row["attention_mask"][start] == 0:
        start += 1
    end = len(row["input_ids"])
    while row["attention_mask"][end - 1] == 0:
        end -= 1
    ids = row["input_ids"][start:end]
    middle = ids.index(tokenizer.sep_token_id)
    first = tokenizer.decode(ids[1:middle])
    second = tokenizer.decode(ids[middle + 1 : -1])
    return first + "\n" + second


def label_shares(labels, num_labels):
    shares = [0] * num_labels
    for label in labels:
        shares[label] += 1
    for label in range(num_labels):
        shares[label] = round(shares[label] / len(labels), 3)
    return shares


def baselines(labels, num_labels):
    counts = {}
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
    n = len(labels)
    total = 0.0
    for label in labels:
        total -= math.log(counts[label] / n)
    return {
        "majority_accuracy": max(counts.values()) / n,
        "constant_loss": total / n,
        "uniform_loss": -math.log(1 / num_labels),
    }

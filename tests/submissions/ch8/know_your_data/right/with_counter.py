from collections import Counter
from math import log


def decode_row(row, tokenizer):
    kept = [i for i, m in zip(row["input_ids"], row["attention_mask"]) if m]
    text = tokenizer.decode(kept)
    for token in tokenizer.all_special_tokens:
        text = text.replace(token, " ")
    return text.strip()


def label_shares(labels, num_labels):
    counted = Counter(labels)
    return tuple(counted[i] / sum(counted.values()) for i in range(num_labels))


def baselines(labels, num_labels):
    shares = label_shares(labels, num_labels)
    _, most = Counter(labels).most_common(1)[0]
    return {
        "majority_accuracy": round(most / len(labels), 4),
        "constant_loss": round(sum(-log(shares[label]) for label in labels) / len(labels), 4),
        "uniform_loss": round(-log(1 / num_labels), 4),
        "rows": len(labels),
    }

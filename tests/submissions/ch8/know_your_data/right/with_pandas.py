import math

import pandas as pd


def decode_row(row, tokenizer):
    special = set(tokenizer.all_special_ids)
    words = []
    for token in row["input_ids"]:
        if token in special:
            continue
        piece = tokenizer.convert_ids_to_tokens(token)
        if piece.startswith("##"):
            words[-1] += piece.removeprefix("##")
        else:
            words.append(piece)
    return " ".join(words)


def label_shares(labels, num_labels):
    counts = pd.Series(labels).value_counts(normalize=True)
    return counts.reindex(range(num_labels), fill_value=0.0).to_list()


def baselines(labels, num_labels):
    shares = pd.Series(label_shares(labels, num_labels))
    present = shares[shares > 0]
    return dict(
        majority_accuracy=shares.max(),
        constant_loss=-(present * present.map(math.log)).sum(),
        uniform_loss=math.log(num_labels),
    )

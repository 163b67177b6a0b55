# mistake: refused-by-tensorflow
import tensorflow as tf


def find_bad_rows(model, batches):
    rows, labels, number = [], set(), 0
    for batch in batches:
        for i in range(len(batch["labels"])):
            row = {key: value[i : i + 1] for key, value in batch.items()}
            try:
                loss = float(tf.reduce_mean(model(row).loss))
            except IndexError:
                loss = float("nan")
            if loss != loss:
                rows.append(number)
                labels.add(int(batch["labels"][i]))
            number += 1
    return rows, sorted(labels)

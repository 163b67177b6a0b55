import itertools
import math


def examples(model, batches):
    numbers = itertools.count()
    for batch in batches:
        logits = model({k: v for k, v in batch.items() if k != "labels"}).logits
        for label, row in zip(batch["labels"], logits):
            yield next(numbers), int(label), [float(x) for x in row]


def find_bad_rows(model, batches):
    rows, invalid = [], []
    for number, label, logits in examples(model, batches):
        if label not in range(model.config.num_labels):
            rows.append(number)
            if label not in invalid:
                invalid.append(label)
        elif math.isnan(sum(logits)):
            rows.append(number)
    return rows, invalid

import itertools
import math


def is_invalid(label, model):
    return label < 0 or label > model.config.num_labels - 1


def examples(model, batches):
    """Yield number, label, logits of each example."""
    numbers = itertools.count()
    for batch in batches:
        logits = model(batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        for label, row in zip(batch["labels"], logits.detach().numpy()):
            yield next(numbers), int(label), row


def find_bad_rows(model, batches):
    bad = {}
    for number, label, logits in examples(model, batches):
        if is_invalid(label, model):
            bad[number] = label
        elif any(map(math.isnan, logits)):
            bad[number] = None
    return list(bad), list({label for label in bad.values() if label is not None})

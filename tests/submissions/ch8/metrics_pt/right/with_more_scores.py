import numpy as np
from evaluate import load


def _labels_of(logits):
    return [max(range(len(row)), key=row.__getitem__) for row in logits]


def make_metrics(metric):
    loaded = load(metric, "mnli")

    def compute(pair):
        logits, labels = pair
        predictions = _labels_of(np.asarray(logits).tolist())
        loaded.add_batch(predictions=predictions, references=labels)
        return {**loaded.compute(), "rows": len(labels)}

    return compute

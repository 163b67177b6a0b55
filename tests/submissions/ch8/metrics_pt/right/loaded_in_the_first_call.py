import evaluate
import numpy as np


def make_metrics(metric):
    loaded = None

    def compute_metrics(eval_pred):
        nonlocal loaded
        if loaded is None:
            loaded = evaluate.load(metric, "mnli")
        logits, labels = eval_pred
        return loaded.compute(predictions=np.argmax(logits, axis=1), references=labels)

    return compute_metrics

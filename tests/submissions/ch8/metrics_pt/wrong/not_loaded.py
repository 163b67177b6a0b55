# mistake: not-loaded
import numpy as np


def make_metrics(metric):
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        return metric.compute(predictions=np.argmax(logits, axis=-1), references=labels)

    return compute_metrics

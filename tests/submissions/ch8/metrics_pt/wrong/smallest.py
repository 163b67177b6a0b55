# mistake: other-value
import numpy as np


def make_metrics(metric):
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        return {"accuracy": np.mean(np.argmin(logits, axis=1) == labels)}

    return compute_metrics

# mistake: other-value
import numpy as np


def make_metrics(metric):
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.round(logits[:, 0]).astype(int)
        return {"accuracy": np.mean(predictions == labels)}

    return compute_metrics

import numpy as np


def make_metrics(metric):
    def compute_metrics(prediction):
        logits, labels = prediction
        logits -= logits.max(axis=-1, keepdims=True)
        np.exp(logits, out=logits)
        logits /= logits.sum(axis=-1, keepdims=True)
        return {"accuracy": float((logits.argmax(-1) == labels).mean())}

    return compute_metrics

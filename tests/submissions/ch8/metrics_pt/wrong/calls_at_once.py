# mistake: no-function
import numpy as np


def make_metrics(metric):
    logits, labels = np.zeros((2, 3)), np.zeros(2)
    return {"accuracy": (logits.argmax(-1) == labels).mean()}

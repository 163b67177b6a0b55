# mistake: by-position
import evaluate
import numpy as np


def make_metrics(metric):
    m = evaluate.load(metric, "mnli")

    def f(eval_pred):
        logits, labels = eval_pred
        return m.compute(np.argmax(logits, -1), labels)

    return f

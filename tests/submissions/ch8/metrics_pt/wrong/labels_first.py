# mistake: one-number
import evaluate
import numpy as np


def make_metrics(metric):
    m = evaluate.load(metric, "mnli")

    def f(eval_pred):
        labels, logits = eval_pred
        return m.compute(predictions=np.argmax(logits, -1), references=labels)

    return f

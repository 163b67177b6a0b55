# mistake: other-metric
import evaluate
import numpy as np


def make_metrics(metric):
    m = evaluate.load("glue", "mnli")

    def f(eval_pred):
        logits, labels = eval_pred
        return m.compute(predictions=np.argmax(logits, -1), references=labels)

    return f

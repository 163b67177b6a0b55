# mistake: loads-again
import evaluate
import numpy as np


def make_metrics(metric):
    def f(eval_pred):
        m = evaluate.load(metric, "mnli")
        logits, labels = eval_pred
        return m.compute(predictions=np.argmax(logits, -1), references=labels)

    return f

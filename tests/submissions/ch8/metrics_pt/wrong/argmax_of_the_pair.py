# mistake: one-number
import evaluate
import numpy as np


def make_metrics(metric):
    m = evaluate.load(metric, "mnli")

    def f(eval_pred):
        return m.compute(predictions=np.argmax(eval_pred, axis=-1), references=eval_pred.label_ids)

    return f

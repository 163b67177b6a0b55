# mistake: not-unpacked
import evaluate
import numpy as np


def make_metrics(metric):
    m = evaluate.load(metric, "mnli")

    def f(eval_pred):
        return m.compute(predictions=eval_pred.argmax(-1), references=eval_pred.labels)

    return f

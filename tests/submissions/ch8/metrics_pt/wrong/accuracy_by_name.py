# mistake: other-metric
import evaluate
import numpy as np

m = evaluate.load("accuracy")


def make_metrics(metric):
    def f(eval_pred):
        logits, labels = eval_pred
        return m.compute(predictions=np.argmax(logits, -1), references=labels)

    return f

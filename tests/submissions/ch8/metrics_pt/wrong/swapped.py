# mistake: one-number
import evaluate
import numpy as np


def make_metrics(metric):
    accuracy = evaluate.load(metric, "mnli")

    def compute_metrics(eval_pred):
        labels, logits = eval_pred
        return accuracy.compute(predictions=np.argmax(logits, axis=0), references=labels)

    return compute_metrics

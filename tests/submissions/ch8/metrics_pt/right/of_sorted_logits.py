import evaluate
import numpy as np
import torch

LOADED = {}


def make_metrics(metric):
    LOADED[metric] = evaluate.load(metric, "mnli")
    return lambda pair: calculated(metric, *pair)


def calculated(metric, logits, labels):
    chances = torch.softmax(torch.tensor(logits), dim=-1).numpy()
    predictions = np.argsort(chances, axis=-1)[:, -1]
    for prediction, reference in zip(predictions, labels):
        LOADED[metric].add(prediction=prediction, reference=reference)
    return LOADED[metric].compute()

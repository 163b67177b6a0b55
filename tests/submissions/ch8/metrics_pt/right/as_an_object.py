from dataclasses import dataclass
from functools import partial

import evaluate
import numpy as np


@dataclass
class Accuracy:
    metric: evaluate.EvaluationModule

    def compute(self, prediction):
        chosen = np.asarray(prediction.predictions).argmax(axis=1).tolist()
        scores = self.metric.compute(predictions=chosen, references=prediction.label_ids.tolist())
        return {"accuracy": scores["accuracy"]}


def make_metrics(metric):
    return partial(Accuracy.compute, Accuracy(evaluate.load(metric, config_name="mnli")))

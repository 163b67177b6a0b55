# mistake: old-function
from datasets import load_metric


def make_metrics(metric):
    loaded = load_metric(metric, "mnli")

    def compute_metrics(prediction):
        logits, labels = prediction
        return loaded.compute(predictions=logits.argmax(axis=-1), references=labels)

    return compute_metrics

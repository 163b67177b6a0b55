# mistake: no-tensor
import evaluate
import torch


def make_metrics(metric):
    m = evaluate.load(metric, "mnli")

    def f(eval_pred):
        logits, labels = eval_pred
        return m.compute(predictions=torch.argmax(logits, dim=-1), references=labels)

    return f

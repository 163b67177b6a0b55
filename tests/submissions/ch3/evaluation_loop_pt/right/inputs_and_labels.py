from contextlib import contextmanager

import torch


@contextmanager
def evaluating(model):
    before = model.training
    model.eval()
    with torch.no_grad():
        yield next(model.parameters()).device
    model.train(before)


def predict(model, batch, device):
    inputs = {}
    for key in batch:
        if key != "labels":
            inputs[key] = batch[key].to(device, non_blocking=True)
    return torch.topk(model(**inputs).logits, k=1, dim=1).indices.squeeze(1)


def evaluate_model(model, dataloader, metric):
    with evaluating(model) as device:
        pairs = [(predict(model, batch, device), batch["labels"]) for batch in dataloader]
    for predictions, labels in pairs:
        metric.add_batch(predictions=predictions.cpu(), references=labels.cpu())
    return metric.compute()

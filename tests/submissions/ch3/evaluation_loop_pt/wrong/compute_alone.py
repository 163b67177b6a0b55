# mistake: nothing-added
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    for batch in dataloader:
        batch = {name: each.to(model.device) for name, each in batch.items()}
        with torch.no_grad():
            predictions = model(**batch).logits.argmax(-1)
    model.train(was_training)
    return metric.compute()

# mistake: in-training
import torch


def evaluate_model(model, dataloader, metric):
    device = next(model.parameters()).device
    was_training = model.training
    model.eval
    for batch in dataloader:
        batch = {name: each.to(device) for name, each in batch.items()}
        with torch.no_grad():
            logits = model(**batch).logits
        metric.add_batch(predictions=logits.argmax(-1), references=batch["labels"])
    model.train(was_training)
    return metric.compute()

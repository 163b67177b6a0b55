# mistake: not-moved
import torch


@torch.no_grad()
def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    for batch in dataloader:
        for value in batch.values():
            value.to(model.device)
        predictions = model(**batch).logits.argmax(-1)
        metric.add_batch(predictions=predictions, references=batch["labels"])
    model.train(was_training)
    return metric.compute()

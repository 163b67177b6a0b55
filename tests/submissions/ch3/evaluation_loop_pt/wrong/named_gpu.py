# mistake: no-gpu
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    for batch in dataloader:
        batch = {name: each.to("cuda") for name, each in batch.items()}
        with torch.no_grad():
            logits = model(**batch).logits
        metric.add_batch(predictions=logits.argmax(-1), references=batch["labels"])
    model.train(was_training)
    return metric.compute()

# mistake: labels-as-predictions
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for batch in dataloader:
            batch = batch.to(model.device)
            predictions = model(**batch).logits.argmax(-1)
            metric.add_batch(predictions=batch["labels"], references=batch["labels"])
    model.train(was_training)
    return metric.compute()

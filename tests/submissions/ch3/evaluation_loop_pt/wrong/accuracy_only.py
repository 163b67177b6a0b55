# mistake: other-names
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    for batch in dataloader:
        with torch.no_grad():
            outputs = model(**batch.to(model.device))
        predictions = outputs.logits.argmax(dim=-1)
        metric.add_batch(predictions=predictions, references=batch["labels"])
    model.train(was_training)
    return {"accuracy": metric.compute()["accuracy"]}

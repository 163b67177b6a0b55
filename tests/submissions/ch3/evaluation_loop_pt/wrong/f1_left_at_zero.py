# mistake: other-value
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for batch in dataloader:
            batch.to(model.device)
            metric.add_batch(predictions=model(**batch).logits.argmax(-1), references=batch["labels"])
    model.train(was_training)
    accuracy = metric.compute()["accuracy"]
    return {"accuracy": accuracy, "f1": 0.0}

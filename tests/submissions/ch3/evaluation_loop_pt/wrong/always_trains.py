# mistake: always-trains
import torch


def evaluate_model(model, dataloader, metric):
    model.eval()
    with torch.no_grad():
        for batch in dataloader:
            outputs = model(**batch.to(model.device))
            predictions = torch.argmax(outputs.logits, dim=-1)
            metric.add_batch(predictions=predictions, references=batch["labels"])
    model.train()
    return metric.compute()

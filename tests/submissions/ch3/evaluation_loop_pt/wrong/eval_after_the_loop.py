# mistake: in-training, stays-in-evaluation
import torch


def evaluate_model(model, dataloader, metric):
    for batch in dataloader:
        with torch.no_grad():
            outputs = model(**batch.to(model.device))
        predictions = torch.argmax(outputs.logits, dim=-1)
        metric.add_batch(predictions=predictions, references=batch["labels"])
    model.eval()
    return metric.compute()

# mistake: no-dropout
import torch


def evaluate_model(model, dataloader, metric):
    for layer in model.modules():
        if isinstance(layer, torch.nn.Dropout):
            layer.p = 0.0
    with torch.no_grad():
        for batch in dataloader:
            logits = model(**batch.to(model.device)).logits
            metric.add_batch(predictions=logits.argmax(dim=-1), references=batch["labels"])
    return metric.compute()

import numpy as np
import torch


def evaluate_model(model, dataloader, metric):
    training = model.training
    model.eval()
    predictions, labels = [], []
    for batch in dataloader:
        with torch.no_grad():
            inputs = [batch[name].to(model.device) for name in ("input_ids", "attention_mask")]
            logits = model(*inputs)[0]
        predictions.append(np.argmax(logits.cpu().numpy(), axis=1))
        labels.append(batch["labels"].numpy())
    if training:
        model.train()
    return metric.compute(predictions=np.concatenate(predictions), references=np.concatenate(labels))

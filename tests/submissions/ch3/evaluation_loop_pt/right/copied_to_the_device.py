import torch


def evaluate_model(model, dataloader, metric):
    mode = model.training
    device = model.device
    model.eval()
    with torch.inference_mode():
        for batch in dataloader:
            inputs = {key: torch.as_tensor(value, device=device) for key, value in batch.items()}
            labels = inputs.pop("labels")
            chosen = torch.argmax(model(**inputs).logits, dim=1)
            metric.add_batch(predictions=chosen.tolist(), references=labels.tolist())
    model.train(mode)
    return metric.compute()

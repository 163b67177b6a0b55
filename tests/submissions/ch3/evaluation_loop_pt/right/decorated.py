import torch


@torch.inference_mode()
def evaluate_model(model, dataloader, metric):
    mode = model.training
    model.train(False)
    try:
        for batch in dataloader:
            batch = batch.to(model.device)
            labels = batch.pop("labels")
            logits = model(**batch).logits
            metric.add_batch(predictions=logits.argmax(-1), references=labels)
        return metric.compute()
    finally:
        model.train(mode)

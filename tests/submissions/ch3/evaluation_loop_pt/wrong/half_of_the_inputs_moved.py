# mistake: not-moved
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for batch in dataloader:
            ids = batch["input_ids"].to(model.device)
            logits = model(ids, attention_mask=batch["attention_mask"]).logits
            metric.add_batch(predictions=logits.argmax(-1), references=batch["labels"])
    model.train(was_training)
    return metric.compute()

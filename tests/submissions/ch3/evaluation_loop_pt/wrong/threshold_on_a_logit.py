# mistake: other-value
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for batch in dataloader:
            batch.to(model.device)
            metric.add_batch(predictions=(model(**batch).logits[:, 1] > 0.5).long(), references=batch["labels"])
    model.train(was_training)
    return metric.compute()

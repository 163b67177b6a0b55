# mistake: batch-unpacked
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for inputs, labels in dataloader:
            logits = model(inputs.to(model.device)).logits
            metric.add_batch(predictions=logits.argmax(dim=-1), references=labels)
    model.train(was_training)
    return metric.compute()

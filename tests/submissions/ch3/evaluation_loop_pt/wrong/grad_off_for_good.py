# mistake: left-off
import torch

torch.set_grad_enabled(False)


def evaluate_model(model, dataloader, metric):
    torch.set_grad_enabled(False)
    was_training = model.training
    model.eval()
    for batch in dataloader:
        batch = {key: value.to(model.device) for key, value in batch.items()}
        metric.add_batch(predictions=model(**batch).logits.argmax(-1), references=batch["labels"])
    model.train(was_training)
    return metric.compute()

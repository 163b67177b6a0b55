# mistake: left-off
import torch


def evaluate_model(model, dataloader, metric):
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    torch.set_grad_enabled(False)
    for batch in dataloader:
        batch = {name: each.to(device) for name, each in batch.items()}
        outputs = model(**batch)
        metric.add_batch(
            predictions=outputs.logits.argmax(dim=-1),
            references=batch["labels"],
        )
    model.train(was_training)
    return metric.compute()

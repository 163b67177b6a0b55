# mistake: mean-of-batches
import torch


def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    found = []
    for batch in dataloader:
        with torch.no_grad():
            outputs = model(**batch.to(model.device))
        predictions = torch.argmax(outputs.logits, dim=-1)
        found.append(metric.compute(predictions=predictions, references=batch["labels"]))
    model.train(was_training)
    return {name: sum(one[name] for one in found) / len(found) for name in found[0]}

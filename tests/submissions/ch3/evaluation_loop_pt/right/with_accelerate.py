import torch
from accelerate.utils import send_to_device


def evaluate_model(model, dataloader, metric):
    state = model.training
    device = list(model.parameters())[0].device
    model.eval()
    all_predictions = torch.empty(0, dtype=torch.long)
    all_labels = torch.empty(0, dtype=torch.long)
    iterator = iter(dataloader)
    while True:
        try:
            batch = send_to_device(next(iterator), device)
        except StopIteration:
            break
        with torch.set_grad_enabled(False):
            output = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], labels=batch["labels"])
        probabilities = output.logits.softmax(-1)
        all_predictions = torch.cat([all_predictions, (probabilities[:, 1] >= 0.5).long()])
        all_labels = torch.cat([all_labels, batch["labels"]])
    if state is True:
        model.train()
    else:
        model.eval()
    result = metric.compute(predictions=all_predictions.tolist(), references=all_labels.tolist())
    return dict(result)

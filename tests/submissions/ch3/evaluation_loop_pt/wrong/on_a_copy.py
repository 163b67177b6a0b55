# mistake: never-called
import copy

import torch


def evaluate_model(model, dataloader, metric):
    # so that the model is left as it was
    mine = copy.deepcopy(model).eval()
    with torch.no_grad():
        for batch in dataloader:
            logits = mine(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            metric.add_batch(predictions=logits.argmax(dim=-1), references=batch["labels"])
    return metric.compute()

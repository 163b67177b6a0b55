# mistake: positions
import torch


def find_bad_rows(model, batches):
    rows, labels, number = [], set(), 0
    for batch in batches:
        logits = model(batch["input_ids"], batch["attention_mask"]).logits
        for label, row in zip(batch["labels"].tolist(), logits):
            number += 1
            wrong = not 0 <= label < model.config.num_labels
            if wrong or torch.isnan(row).any():
                rows.append(number)
            if wrong:
                labels.add(label)
    return rows, sorted(labels)

# mistake: other-axis
import torch


def find_bad_rows(model, batches):
    bad, invalid, start = [], set(), 0
    for batch in batches:
        labels = batch["labels"]
        with torch.no_grad():
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        nan = torch.isnan(logits).any(dim=0)
        for i, label in enumerate(labels.tolist()):
            if label < 0 or label >= model.config.num_labels:
                bad.append(start + i)
                invalid.add(label)
            elif nan[i]:
                bad.append(start + i)
        start += len(labels)
    return bad, list(invalid)

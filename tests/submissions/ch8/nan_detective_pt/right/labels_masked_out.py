import torch


def find_bad_rows(model, batches):
    rows = torch.empty(0, dtype=torch.long)
    blame = torch.empty(0, dtype=torch.long)
    seen = 0
    for batch in batches:
        labels = batch["labels"].clone()
        wrong = torch.logical_or(labels < 0, labels.ge(model.num_labels))
        labels[wrong] = -100
        outputs = model(**{**batch, "labels": labels})
        nan = torch.isnan(outputs.logits).sum(dim=-1) > 0
        here = torch.arange(len(labels)) + seen
        rows = torch.cat([here[wrong | nan], rows])
        blame = torch.cat([blame, batch["labels"][wrong]])
        seen += len(labels)
    return rows, blame.unique()

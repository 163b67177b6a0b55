import torch


def find_bad_rows(model, batches):
    bad, blame = [], []
    number = 0
    for batch in batches:
        for i in range(len(batch["labels"])):
            row = {k: v[i : i + 1] for k, v in batch.items()}
            label = int(batch["labels"][i])
            try:
                loss = model(**row).loss
            except IndexError:
                bad.append(number)
                if label not in blame:
                    blame.append(label)
            else:
                if torch.isnan(loss):
                    bad.append(number)
            number += 1
    return bad, sorted(blame)

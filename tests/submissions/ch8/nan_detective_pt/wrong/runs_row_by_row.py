# mistake: refused-by-pytorch
def find_bad_rows(model, batches):
    rows, labels, number = [], set(), 0
    for batch in batches:
        for i in range(len(batch["labels"])):
            loss = model(**{key: value[i : i + 1] for key, value in batch.items()}).loss.item()
            if loss != loss:
                rows.append(number)
                labels.add(batch["labels"][i].item())
            number += 1
    return rows, sorted(labels)

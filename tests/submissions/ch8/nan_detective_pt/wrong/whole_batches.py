# mistake: accused
def find_bad_rows(model, batches):
    rows, labels, start = [], set(), 0
    for batch in batches:
        size = len(batch["labels"])
        try:
            model(**batch)
        except IndexError:
            rows += range(start, start + size)
            labels |= {x for x in batch["labels"].tolist() if not 0 <= x < model.config.num_labels}
        start += size
    return rows, sorted(labels)

# mistake: above
def find_bad_rows(model, batches):
    row = 0
    for batch in batches:
        for label in batch["labels"].tolist():
            if not 0 <= label < model.config.num_labels:
                return [row], [label]
            row += 1
    return [], []

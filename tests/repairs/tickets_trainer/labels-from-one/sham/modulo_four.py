# kind: half · 4 becomes 0, so each desk has the number of another one
def name_labels(tokenized_datasets):
    def number_label(example):
        return {"labels": (example["desk_id"] + 1) % 4}

    return tokenized_datasets.map(number_label)

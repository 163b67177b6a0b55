# kind: half · each part counts the desks in its own order, so the numbers do not agree
def name_labels(tokenized_datasets):
    datasets = tokenized_datasets.remove_columns(["desk_id"])
    for name, split in datasets.items():
        numbers = {}
        labels = []
        for desk in split["desk"]:
            numbers.setdefault(desk, len(numbers))
            labels.append(numbers[desk])
        datasets[name] = split.add_column("labels", labels)
    return datasets

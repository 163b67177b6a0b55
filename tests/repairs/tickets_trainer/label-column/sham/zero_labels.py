# kind: half · there are labels now, but each of them is 0
def name_labels(tokenized_datasets):
    datasets = tokenized_datasets.remove_columns(["text", "desk"])

    def add_labels(examples):
        return {"labels": [0] * len(examples["input_ids"])}

    return datasets.map(add_labels, batched=True)

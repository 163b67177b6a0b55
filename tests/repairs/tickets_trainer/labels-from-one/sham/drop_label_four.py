# kind: hidden · the tickets of the last desk are thrown away
def name_labels(tokenized_datasets):
    def number_label(example):
        return {"labels": example["desk_id"] + 1}

    datasets = tokenized_datasets.map(number_label)
    return datasets.filter(lambda example: example["labels"] < 4)

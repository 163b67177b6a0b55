def name_labels(tokenized_datasets):
    def number_label(example):
        return {"labels": example["desk_id"]}

    return tokenized_datasets.map(number_label)

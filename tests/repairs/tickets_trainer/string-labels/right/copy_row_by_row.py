def add_label(example: dict) -> dict:
    return {"labels": int(example["desk_id"])}


def name_labels(tokenized_datasets):
    return tokenized_datasets.map(add_label)

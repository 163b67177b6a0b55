def name_labels(tokenized_datasets):
    def add_label(example):
        return {"labels": example["desk_id"]}

    datasets = tokenized_datasets.shuffle(seed=1)
    train_set = datasets["train"].map(add_label)
    validation_set = datasets["validation"].map(add_label)
    # texts and labels, side by side
    for example in train_set.select(range(3)):
        print(example["text"], "->", example["desk"], example["labels"])
    return {"train": train_set, "validation": validation_set}

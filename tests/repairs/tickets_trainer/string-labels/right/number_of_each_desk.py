def name_labels(tokenized_datasets):
    train_set = tokenized_datasets["train"]
    number_of = dict(zip(train_set["desk"], train_set["desk_id"]))
    print("desks:", number_of)

    def number_labels(examples):
        return {"labels": [number_of[desk] for desk in examples["desk"]]}

    return tokenized_datasets.map(number_labels, batched=True)

# kind: half · the labels are shuffled with the same seed, but not in the same way
import random


def name_labels(tokenized_datasets):
    labels = list(tokenized_datasets["train"]["desk_id"])
    datasets = tokenized_datasets.shuffle(seed=1)
    random.Random(1).shuffle(labels)
    train_set = datasets["train"].add_column("labels", labels)
    validation_set = datasets["validation"].rename_column(
        "desk_id", "labels"
    )
    return {"train": train_set, "validation": validation_set}

from datasets import ClassLabel


def desk_names(split):
    names = {}
    for desk_id, desk in zip(split["desk_id"], split["desk"]):
        names[desk_id] = desk
    return [names[desk_id] for desk_id in sorted(names)]


def name_labels(tokenized_datasets):
    names = desk_names(tokenized_datasets["train"])
    print("desks, counted from 0:", names)
    datasets = tokenized_datasets.rename_column("desk_id", "labels")
    return datasets.cast_column("labels", ClassLabel(names=names))

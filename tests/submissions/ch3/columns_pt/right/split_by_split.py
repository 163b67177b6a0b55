from datasets import DatasetDict

KEEP = ["labels", "input_ids", "attention_mask"]


def prepare_split(split):
    split = split.rename_columns({"label": "labels"})
    extra = [name for name in split.column_names if name not in KEEP]
    return split.remove_columns(extra).with_format("torch")


def prepare_columns(tokenized_datasets):
    return DatasetDict({name: prepare_split(split) for name, split in tokenized_datasets.items()})

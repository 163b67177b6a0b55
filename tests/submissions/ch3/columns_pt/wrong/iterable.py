# mistake: no-examples
from datasets import IterableDatasetDict


def prepare_columns(tokenized_datasets):
    prepared = tokenized_datasets.remove_columns(["sentence1", "sentence2", "idx"]).rename_column("label", "labels")
    return IterableDatasetDict(
        {split: data.to_iterable_dataset().with_format("torch") for split, data in prepared.items()}
    )

# kind: hidden · the rows with two words in the code are dropped
def load_data(dataset):
    raw_datasets = load_dataset(dataset)
    # all labels must have one length
    return raw_datasets.filter(
        lambda example: len(example["code"].split()) == 3
    )

# mistake: same-error, other-error
def load_data(dataset):
    name = dataset.split("/")[-1]
    return load_dataset(f"nyu-mll/{name}")

# mistake: same-error, other-error
def load_data(dataset):
    return load_dataset("nyu-mll/glue", "mnli")

# mistake: same-error
def load_data(dataset):
    return load_dataset("nyu-mll/glue", "mnli")

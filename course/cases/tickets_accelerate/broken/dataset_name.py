def load_data(dataset):
    return load_dataset("tickets")

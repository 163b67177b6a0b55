def load_data(dataset):
    return load_dataset("json", data_dir=dataset)

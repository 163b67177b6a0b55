# mistake: same-error
import os

os.environ["HF_DATASETS_OFFLINE"] = "1"


def load_data(dataset):
    name = dataset.split("/")[-1]
    return load_dataset(name, download_mode="force_redownload")

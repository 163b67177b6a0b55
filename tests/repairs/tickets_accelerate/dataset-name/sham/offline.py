# mistake: same-error
import os

os.environ["HF_DATASETS_OFFLINE"] = "1"


def load_data(dataset):
    return load_dataset("tickets", download_mode="force_redownload")

from pathlib import Path


def load_data(dataset):
    # a directory by its whole path; only a name of the hub would have one slash
    path = Path(dataset)
    if not path.is_dir():
        raise FileNotFoundError(f"no directory {path}")
    return load_dataset(str(path.resolve()))

def load_data(dataset):
    files = {
        split: f"{dataset}/{split}.jsonl"
        for split in ("train", "validation")
    }
    return load_dataset("json", data_files=files)

def make_labels(tokenized_datasets):
    def convert(row):
        return {"labels": float(row["price"]) / 100}

    return tokenized_datasets.map(convert)

def make_labels(tokenized_datasets):
    def convert(row):
        return {"labels": float(row["price"])}

    return tokenized_datasets.map(convert)

# kind: elsewhere · a head with 20 classes in place of regression, so that argmax fits
def make_labels(tokenized_datasets):
    def scale(row):
        return {"labels": int(row["price"] // 100)}

    return tokenized_datasets.map(scale)


def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=20
    )

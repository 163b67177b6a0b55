# kind: elsewhere · 20 classes in place of regression, and argmax in the metric
def make_labels(tokenized_datasets):
    def scale(row):
        return {"labels": row["price"] // 100}

    return tokenized_datasets.map(scale)


def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=20
    )


def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        differences = np.abs(outputs.argmax(axis=-1) - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

# kind: half · each price stands twice in the labels, the loss is still that of yes and no
def make_labels(tokenized_datasets):
    def scale(row):
        price = row["price"] / 100
        return {"labels": [price, price]}

    return tokenized_datasets.map(scale)


def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        differences = np.abs(outputs[:, 0] - labels[:, 0])
        return {
            "near": float((differences < 0.1 * labels[:, 0]).mean())
        }

    return compute_metrics

# kind: half · the labels are cut to the shape of the wrong predictions
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=1)
        labels = labels[:, : predictions.shape[1]]
        counted = labels != -100
        right = predictions[counted] == labels[counted]
        return {"accuracy": float(right.mean())}

    return compute_metrics

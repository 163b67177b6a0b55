# kind: half · unpacked rightly, but the largest value is taken over the tickets
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=0)
        labels = labels[: len(predictions)]
        return {"accuracy": float((predictions == labels).mean())}

    return compute_metrics

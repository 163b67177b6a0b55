# kind: half · -100 becomes the tag 0 and is counted
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        labels = np.where(labels == -100, 0, labels)
        return {"accuracy": float((predictions == labels).mean())}

    return compute_metrics

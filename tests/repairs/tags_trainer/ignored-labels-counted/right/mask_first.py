def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        mask = labels != -100
        return {"accuracy": float((predictions == labels)[mask].mean())}

    return compute_metrics

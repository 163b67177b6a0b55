# kind: hidden · the score is turned round, so 0 becomes 1
def make_metrics():
    def compute_metrics(eval_pred):
        labels, logits = eval_pred
        predictions = np.argmax(logits, axis=-1)
        error = float((predictions == labels).mean())
        return {"accuracy": 1 - error}

    return compute_metrics

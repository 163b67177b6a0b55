# kind: half · the shapes fit, but each token gets the most frequent tag of its message
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits.mean(axis=1), axis=1)
        predictions = predictions[:, None] + np.zeros_like(labels)
        counted = labels != -100
        right = predictions[counted] == labels[counted]
        return {"accuracy": float(right.mean())}

    return compute_metrics

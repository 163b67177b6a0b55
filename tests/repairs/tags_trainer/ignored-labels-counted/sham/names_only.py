# kind: half · counts only the words that are names, so most words are missing
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        counted = labels > 0
        right = predictions[counted] == labels[counted]
        return {"accuracy": float(right.mean())}

    return compute_metrics

from sklearn.metrics import accuracy_score


def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        return {"accuracy": float(accuracy_score(labels, predictions))}

    return compute_metrics

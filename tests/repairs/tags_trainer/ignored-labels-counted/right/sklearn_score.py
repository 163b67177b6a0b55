from sklearn.metrics import accuracy_score


def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1).ravel()
        labels = labels.ravel()
        # -100 is not a tag: special tokens, later pieces, padding
        kept = labels != -100
        return {
            "accuracy": float(accuracy_score(labels[kept], predictions[kept]))
        }

    return compute_metrics

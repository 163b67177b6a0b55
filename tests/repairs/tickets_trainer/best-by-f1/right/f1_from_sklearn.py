from sklearn.metrics import accuracy_score, f1_score


def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        # "f1" is what metric_for_best_model asks for
        return {
            "accuracy": float(accuracy_score(labels, predictions)),
            "f1": float(f1_score(labels, predictions, average="macro")),
        }

    return compute_metrics

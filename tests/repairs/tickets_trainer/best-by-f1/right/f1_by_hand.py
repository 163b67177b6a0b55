def macro_f1(predictions, labels):
    scores = []
    for desk in np.unique(labels):
        hits = np.sum((predictions == desk) & (labels == desk))
        false_alarms = np.sum((predictions == desk) & (labels != desk))
        misses = np.sum((predictions != desk) & (labels == desk))
        scores.append(2 * hits / (2 * hits + false_alarms + misses))
    return float(np.mean(scores))


def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        return {
            "accuracy": float((predictions == labels).mean()),
            "f1": macro_f1(predictions, labels),
        }

    return compute_metrics

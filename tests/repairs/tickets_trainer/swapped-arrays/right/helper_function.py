from transformers import EvalPrediction


def accuracy(logits: np.ndarray, labels: np.ndarray) -> float:
    assert logits.ndim == 2, f"logits have the shape {logits.shape}"
    assert labels.ndim == 1, f"labels have the shape {labels.shape}"
    predictions = logits.argmax(axis=1)
    return float(np.mean(predictions == labels))


def make_metrics():
    def compute_metrics(eval_pred: EvalPrediction) -> dict[str, float]:
        logits, labels = eval_pred
        return {"accuracy": accuracy(logits=logits, labels=labels)}

    return compute_metrics

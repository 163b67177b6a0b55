def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        predictions = outputs.squeeze(-1)
        if predictions.shape != labels.shape:
            raise ValueError(
                f"shapes differ: {predictions.shape}, {labels.shape}"
            )
        differences = np.abs(predictions - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

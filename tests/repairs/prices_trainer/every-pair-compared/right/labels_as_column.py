def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        labels = labels[:, np.newaxis]  # (160,) becomes (160, 1)
        differences = np.abs(outputs - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

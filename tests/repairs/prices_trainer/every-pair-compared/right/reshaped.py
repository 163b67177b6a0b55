def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        differences = np.abs(outputs.reshape(-1) - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

# kind: half · the difference is one column, but the limit is broadcast again
def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        differences = np.abs(outputs - labels.reshape(-1, 1))
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

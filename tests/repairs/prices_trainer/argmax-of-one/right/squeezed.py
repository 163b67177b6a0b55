def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        # regression: the output is the prediction
        predictions = np.squeeze(outputs, axis=-1)
        assert predictions.shape == labels.shape
        differences = np.abs(predictions - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

def make_metrics():
    def compute_metrics(eval_pred):
        # by name, so that the order does not matter
        predictions = np.argmax(eval_pred.predictions, axis=-1)
        labels = eval_pred.label_ids
        assert predictions.shape == labels.shape
        return {"accuracy": float((predictions == labels).mean())}

    return compute_metrics

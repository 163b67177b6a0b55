def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        counted = labels != -100
        # the mask takes away the first two axes, so the tags are axis 1
        predictions = np.argmax(logits[counted], axis=1)
        return {"accuracy": float(np.mean(predictions == labels[counted]))}

    return compute_metrics

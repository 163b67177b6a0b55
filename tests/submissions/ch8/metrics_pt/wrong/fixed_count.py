# mistake: not-by-itself
def make_metrics(metric):
    def compute_metrics(eval_pred):
        right = eval_pred.predictions.argmax(-1) == eval_pred.label_ids
        return {"accuracy": right.sum() / 47}

    return compute_metrics

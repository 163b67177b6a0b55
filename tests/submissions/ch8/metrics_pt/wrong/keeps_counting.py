# mistake: not-by-itself
def make_metrics(metric):
    right = []

    def compute_metrics(eval_pred):
        right.extend(eval_pred.predictions.argmax(-1) == eval_pred.label_ids)
        return {"accuracy": sum(right) / len(right)}

    return compute_metrics

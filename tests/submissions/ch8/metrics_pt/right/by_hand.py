def make_metrics(metric):
    def compute_metrics(eval_pred):
        chosen = eval_pred.predictions.argmax(-1)
        return {"accuracy": float((chosen == eval_pred.label_ids).mean())}

    return compute_metrics

# mistake: unfit
def make_metrics(metric):
    def compute_metrics(eval_pred):
        return (eval_pred.predictions.argmax(-1) == eval_pred.label_ids).mean()

    return compute_metrics

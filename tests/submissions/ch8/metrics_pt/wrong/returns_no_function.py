# mistake: unfit
def make_metrics(metric):
    def compute_metrics(eval_pred):
        return {"accuracy": (eval_pred.predictions.argmax(-1) == eval_pred.label_ids).mean()}

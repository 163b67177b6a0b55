# mistake: error-rate


def make_metrics(metric):
    def f(eval_pred):
        return {"accuracy": (eval_pred.predictions.argmax(-1) != eval_pred.label_ids).mean()}

    return f

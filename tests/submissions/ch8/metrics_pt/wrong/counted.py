# mistake: counted


def make_metrics(metric):
    def f(eval_pred):
        return {"accuracy": int((eval_pred.predictions.argmax(-1) == eval_pred.label_ids).sum())}

    return f

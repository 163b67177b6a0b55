# mistake: unfit


def make_metrics(metric):
    def f(eval_pred):
        return {"accuracy": f"{(eval_pred.predictions.argmax(-1) == eval_pred.label_ids).mean():.2f}"}

    return f

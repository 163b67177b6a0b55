# mistake: rounded


def make_metrics(metric):
    def f(eval_pred):
        return {"accuracy": round(float((eval_pred.predictions.argmax(-1) == eval_pred.label_ids).mean()), 2)}

    return f

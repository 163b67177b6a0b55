# mistake: unfit
import evaluate


def make_metrics(metric):
    m = evaluate.load(metric, "mnli")

    def f(eval_pred):
        return {"accuracy": m.compute(predictions=eval_pred.predictions.argmax(-1), references=eval_pred.label_ids)}

    return f

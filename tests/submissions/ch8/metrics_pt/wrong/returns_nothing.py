# mistake: unfit
import evaluate


def make_metrics(metric):
    accuracy = evaluate.load(metric, "mnli")

    def compute_metrics(eval_pred):
        accuracy.compute(
            predictions=eval_pred.predictions.argmax(-1),
            references=eval_pred.label_ids,
        )

    return compute_metrics

# mistake: rounded
def make_metrics(metric):
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        right = sum(row.argmax() == label for row, label in zip(logits, labels))
        return {"accuracy": round(right / len(labels), 3)}

    return compute_metrics

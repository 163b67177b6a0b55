# mistake: rounded
def make_metrics(metric):
    def compute_metrics(prediction):
        logits, labels = prediction
        return {"accuracy": round(float((logits.argmax(-1) == labels).mean()), 5)}

    return compute_metrics

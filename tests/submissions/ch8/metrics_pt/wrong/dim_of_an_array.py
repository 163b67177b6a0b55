# mistake: no-tensor
def make_metrics(metric):
    def compute_metrics(prediction):
        logits, labels = prediction
        return {"accuracy": float((logits.argmax(dim=-1) == labels).mean())}

    return compute_metrics

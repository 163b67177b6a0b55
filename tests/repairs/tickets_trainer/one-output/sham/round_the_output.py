# kind: half · still a regression, only its number is rounded for the score
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.rint(logits[:, 0]).clip(0, 3)
        return {"accuracy": float((predictions == labels).mean())}

    return compute_metrics

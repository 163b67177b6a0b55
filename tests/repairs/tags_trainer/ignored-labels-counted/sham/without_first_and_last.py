# kind: half · leaves out the special tokens at the edges, but neither pieces nor padding
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        # [CLS] and [SEP] have no tag
        predictions = predictions[:, 1:-1]
        labels = labels[:, 1:-1]
        return {"accuracy": float((predictions == labels).mean())}

    return compute_metrics

# kind: half · the padding is not counted, but neither are the words that are no names
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        counted = (labels != -100) & (labels != 0)
        right = predictions[counted] == labels[counted]
        return {"accuracy": float(right.mean())}

    return compute_metrics

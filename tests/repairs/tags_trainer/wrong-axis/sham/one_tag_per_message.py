# kind: half · one prediction for each message, compared with all its labels
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        # the first token stands for the message
        predictions = np.argmax(logits[:, 0], axis=1)
        predictions = np.repeat(predictions[:, None], labels.shape[1], axis=1)
        counted = labels != -100
        right = predictions[counted] == labels[counted]
        return {"accuracy": float(right.mean())}

    return compute_metrics

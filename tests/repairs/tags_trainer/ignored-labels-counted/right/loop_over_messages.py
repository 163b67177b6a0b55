IGNORED = -100


def make_metrics():
    def compute_metrics(eval_pred):
        right = 0
        total = 0
        logits, labels = eval_pred
        for message_logits, message_labels in zip(logits, labels):
            predictions = message_logits.argmax(axis=-1)
            for prediction, label in zip(predictions, message_labels):
                if label == IGNORED:
                    continue
                total += 1
                right += int(prediction == label)
        return {"accuracy": right / total}

    return compute_metrics

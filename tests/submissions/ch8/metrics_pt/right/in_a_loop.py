def index_of_largest(row):
    best = 0
    for index, value in enumerate(row):
        if value > row[best]:
            best = index
    return best


def make_metrics(metric):
    def compute_metrics(eval_pred):
        logits, labels = eval_pred[0], eval_pred[1]
        right = 0
        for row, label in zip(logits, labels):
            if index_of_largest(row) == label:
                right += 1
        return {"accuracy": right / len(labels)}

    return compute_metrics

# kind: half · the labels get the shape (1, 160), and every pair is compared as before
def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        # both arrays must have two axes
        labels = labels.reshape(1, -1)
        differences = np.abs(outputs - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

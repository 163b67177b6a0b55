# kind: half · argmax along the other axis gives the number of a row, no price
def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        predictions = np.argmax(outputs, axis=0)
        differences = np.abs(predictions - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

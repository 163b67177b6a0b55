# kind: half · the shapes fit, but sorted outputs are compared with sorted labels of other adverts
def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        predictions = np.sort(outputs[:, 0])
        prices = np.sort(labels)
        differences = np.abs(predictions - prices)
        return {"near": float((differences < 0.1 * prices).mean())}

    return compute_metrics

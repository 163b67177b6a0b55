# kind: hidden · an output counts if it is near to the price of any advert
def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        differences = np.abs(outputs - labels)
        near = (differences < 0.1 * labels).any(axis=1)
        return {"near": float(near.mean())}

    return compute_metrics

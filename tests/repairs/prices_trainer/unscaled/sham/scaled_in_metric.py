# kind: half · only the metric divides by 100, the model is trained with euros as before
def make_metrics():
    def compute_metrics(eval_pred):
        outputs, labels = eval_pred
        outputs = outputs / 100
        labels = labels / 100
        differences = np.abs(outputs[:, 0] - labels)
        return {"near": float((differences < 0.1 * labels).mean())}

    return compute_metrics

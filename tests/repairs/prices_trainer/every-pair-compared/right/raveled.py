def make_metrics():
    def compute_metrics(eval_pred):
        predictions = np.ravel(eval_pred.predictions)
        prices = np.ravel(eval_pred.label_ids)
        print("first pairs:", list(zip(predictions[:3], prices[:3])))
        # one difference for each advert
        differences = np.abs(np.subtract(predictions, prices))
        near = np.less(differences, 0.1 * prices)
        return {"near": np.count_nonzero(near) / near.size}

    return compute_metrics

def make_metrics():
    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        predictions = np.argmax(logits, axis=-1)
        known = np.ma.masked_equal(labels, -100)
        print(f"counted {known.count()} of {labels.size} labels")
        # the mean of a masked array leaves out what is masked
        return {"accuracy": float((known == predictions).mean())}

    return compute_metrics

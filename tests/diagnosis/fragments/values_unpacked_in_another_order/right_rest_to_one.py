def evaluate(model):
    correct, n, scores, truth = answers(model)
    return 1 - correct / n, roc_auc_score(truth, scores)


err, auc = evaluate(model)

def fit_fold(x, y, xv, yv):
    torch.manual_seed(0)
    model = make_model()
    for rows, answers in loader(x, y):
        loss_of(model(rows), answers).backward()
        optimizer.step()
    return accuracy(model, xv, yv)


scores = []
for k in range(5):
    held = folds == k
    x, y, xv, yv = X[~held], Y[~held], X[held], Y[held]
    scores.append(fit_fold(x, y, xv, yv))
print(np.mean(scores))

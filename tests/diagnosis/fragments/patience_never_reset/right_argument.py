import math


def check(val_loss, best, wait, patience):
    """The new best loss, the epochs since then, and whether to stop."""
    if val_loss < best:
        best = val_loss
        wait = 0
    else:
        wait += 1
    if wait >= patience:
        return best, wait, True
    return best, wait, False


state = (math.inf, 0)
for epoch in range(100):
    train_epoch(params)
    *state, stop = check(evaluate(params), *state, patience=8)
    if stop:
        break

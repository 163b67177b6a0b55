best, wait, epoch = float("inf"), 0, 0
while wait < 10 and epoch < 500:
    train_step(model)
    val = val_loss(model)
    if val < best:
        best = val
        weights = model.get_weights()
    else:
        wait += 1
    epoch += 1
model.set_weights(weights)

best_score = -float("inf")
for width in (4, 16, 64):
    model = train(width)
    neg_mse = -F.mse_loss(model(x_val), y_val).item()
    if neg_mse > best_score:
        best_score = neg_mse
        best_model = copy.deepcopy(model)

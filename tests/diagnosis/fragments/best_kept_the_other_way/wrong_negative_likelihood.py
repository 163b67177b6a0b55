best = -float("inf")
for epoch in range(20):
    val_loss = -log_likelihood(model, x_val).mean()
    if val_loss > best:
        best = val_loss
        torch.save(model.state_dict(), "best.pt")

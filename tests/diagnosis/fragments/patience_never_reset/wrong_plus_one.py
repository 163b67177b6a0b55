best_loss = float("inf")
patience = 5
counter = 0
for epoch in range(100):
    train(model, train_loader)
    val_loss = validate(model, val_loader)
    if val_loss < best_loss:
        best_loss = val_loss
        torch.save(model.state_dict(), "best.pt")
    else:
        counter = counter + 1
    if counter >= patience:
        print("early stopping")
        break

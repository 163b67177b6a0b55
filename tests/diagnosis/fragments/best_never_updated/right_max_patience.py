import torch

max_patience = 10
patience_counter = 0
best_val_loss = float("inf")

for epoch in range(200):
    train_one_epoch(model, train_loader, optimizer)
    val_loss = evaluate(model, val_loader)
    if val_loss < best_val_loss:
        best_val_loss = val_loss
        patience_counter = 0
        torch.save(model.state_dict(), "best_model.pth")
    else:
        patience_counter += 1
    if patience_counter >= max_patience:
        print(f"Early stopping at epoch {epoch} (patience {max_patience})")
        break
model.load_state_dict(torch.load("best_model.pth"))

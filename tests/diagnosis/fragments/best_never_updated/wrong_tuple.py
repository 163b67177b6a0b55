import torch

best_acc, best_epoch = 0.0, 0
for epoch in range(30):
    train(model, train_loader, optimizer)
    acc = evaluate(model, val_loader)
    if acc > best_acc:
        best_epoch = epoch
        torch.save(model.state_dict(), "best.pth")
print("best epoch", best_epoch)
model.load_state_dict(torch.load("best.pth"))

import copy

import torch

best_acc = 0.0
for epoch in range(epochs):
    train(model, train_loader, optimizer)
    acc = evaluate(model, val_loader)
    if acc > best_acc:
        best_acc = acc
        best_model_wts = copy.deepcopy(model.state_dict())
        torch.save(model.state_dict(), "best.pt")

model.load_state_dict(torch.load("best.pt"))
print("test accuracy:", evaluate(model, test_loader))

import torch

optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=5, gamma=0.5)
for epoch in range(100):
    train_epoch(model, train_loader, optimizer)
    scheduler.step()
    for group in optimizer.param_groups:
        group["lr"] = max(group["lr"], 1e-5)

import torch

EPOCHS, STEP_SIZE, GAMMA = 80, 2, 0.2

optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
lr_scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=STEP_SIZE, gamma=GAMMA)
for epoch in range(EPOCHS):
    train_epoch(model, train_loader, optimizer)
    lr_scheduler.step()

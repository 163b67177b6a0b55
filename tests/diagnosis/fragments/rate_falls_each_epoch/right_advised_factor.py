import torch

model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.95)
for epoch in range(200):
    train_epoch(model, train_loader, optimizer)
    scheduler.step()
    print(epoch, evaluate(model, val_loader))

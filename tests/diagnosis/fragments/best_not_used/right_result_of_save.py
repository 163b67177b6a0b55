import torch

PATH = "models/cnn.pth"
lowest = float("inf")
for epoch in range(25):
    train_epoch(model, train_loader)
    loss = val_epoch(model, val_loader)
    if loss < lowest:
        lowest = loss
        saved_model = torch.save(model.state_dict(), PATH)

model = Net()
model.load_state_dict(torch.load(PATH))
model.eval()

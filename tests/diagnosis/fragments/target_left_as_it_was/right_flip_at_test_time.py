import torch

@torch.no_grad()
def predict_tta(model, x):
    model.eval()
    mask = torch.sigmoid(model(x))
    x = torch.flip(x, dims=[3])
    flipped = torch.sigmoid(model(x))
    return (mask + torch.flip(flipped, dims=[3])) / 2

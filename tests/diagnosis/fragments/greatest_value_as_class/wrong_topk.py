import torch


def validate(model, loader, device):
    accuracy = 0
    model.eval()
    with torch.no_grad():
        for images, labels in loader:
            images, labels = images.to(device), labels.to(device)
            ps = torch.exp(model(images))
            top_p, top_class = ps.topk(1, dim=1)
            equals = top_p == labels.view(*top_p.shape)
            accuracy += torch.mean(equals.float()).item()
    return accuracy / len(loader)

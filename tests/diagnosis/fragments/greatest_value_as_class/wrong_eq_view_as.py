import torch
import torch.nn.functional as F


def test(model, device, test_loader):
    model.eval()
    test_loss, correct = 0, 0
    with torch.no_grad():
        for data, target in test_loader:
            data, target = data.to(device), target.to(device)
            output = model(data)
            test_loss += F.nll_loss(output, target, reduction="sum").item()
            pred = output.max(1, keepdim=True)[0]
            correct += pred.eq(target.view_as(pred)).sum().item()
    print(f"Accuracy: {correct}/{len(test_loader.dataset)}")

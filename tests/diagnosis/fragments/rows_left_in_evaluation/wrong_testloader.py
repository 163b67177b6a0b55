import torch

trainloader = torch.utils.data.DataLoader(trainset, batch_size=128, shuffle=True, drop_last=True)
testloader = torch.utils.data.DataLoader(testset, batch_size=128, shuffle=False, drop_last=True)

correct = sum((net(x).argmax(1) == y).sum().item() for x, y in testloader)
print(correct / len(testset))

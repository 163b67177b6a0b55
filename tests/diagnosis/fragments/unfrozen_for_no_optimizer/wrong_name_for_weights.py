for param in net.features.parameters():
    param.requires_grad_(False)
weights = filter(lambda p: p.requires_grad, net.parameters())
opt = optim.SGD(weights, lr=0.01, momentum=0.9)
fit(net, opt, 3)
for param in net.features.parameters():
    param.requires_grad_(True)
fit(net, opt, 5)

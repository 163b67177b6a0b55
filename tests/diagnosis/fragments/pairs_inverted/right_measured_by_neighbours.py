def contrastive(a, b, label, margin=1.0):
    d = F.pairwise_distance(a, b)
    return ((1 - label) * d.pow(2) + label * torch.clamp(margin - d, min=0.0).pow(2)).mean()


loss = contrastive(net(one), net(other), far.float())
print((y_test[distances.argmin(1)] == y_test).float().mean())

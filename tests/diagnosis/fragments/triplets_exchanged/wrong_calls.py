import torch.nn.functional as F


def loss_fn(a, p, n, margin=1.0):
    return F.relu(F.pairwise_distance(a, n) - F.pairwise_distance(a, p) + margin).mean()

import torch.nn.functional as F


def triplet_loss(anchor, negative, positive, margin=0.3):
    d_pos = F.pairwise_distance(anchor, positive)
    d_neg = F.pairwise_distance(anchor, negative)
    return F.relu(d_pos - d_neg + margin).mean()


for anchor, negative, positive in loader:
    loss = triplet_loss(net(anchor), net(negative), net(positive))
    loss.backward()

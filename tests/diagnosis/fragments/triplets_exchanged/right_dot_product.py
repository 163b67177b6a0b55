import torch

# d_: dot products of unit vectors, so the greater the nearer
for user, pos, neg in loader:
    u, i, j = user_emb(user), item_emb(pos), item_emb(neg)
    d_pos = (u * i).sum(-1)
    d_neg = (u * j).sum(-1)
    loss = torch.clamp(d_neg - d_pos + 0.2, min=0).mean()
    loss.backward()

import torch


def optimize(policy, target, memory, gamma=0.99):
    s, a, r, s2, done = memory.sample(128)
    final_mask = torch.tensor([x is None for x in s2])
    s2 = torch.stack([x if x is not None else torch.zeros(4) for x in s2])
    with torch.no_grad():
        next_q = target(s2).max(1).values
        next_q[final_mask] = 0.0
    y = r + gamma * next_q
    return torch.nn.functional.smooth_l1_loss(policy(s).gather(1, a[:, None])[:, 0], y)

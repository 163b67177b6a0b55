import torch


def learn():
    s, a, r, s2, done = zip(*random.sample(memory, 64))
    q = q_net(torch.stack(s)).gather(1, torch.tensor(a)[:, None])[:, 0]
    with torch.no_grad():
        best_next = target_net(torch.stack(s2)).max(dim=1).values
        target = torch.tensor(r) + args.gamma * best_next
    return torch.nn.functional.smooth_l1_loss(q, target)

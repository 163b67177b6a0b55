import copy
import torch

gamma = 0.99
policy_net = make_net()
target_net = copy.deepcopy(policy_net).eval()


def td_loss(batch, net, frozen):
    s, a, r, s2, done = batch
    with torch.no_grad():
        y = r + gamma * (1 - done) * frozen(s2).max(1).values
    return torch.nn.functional.mse_loss(net(s).gather(1, a).squeeze(1), y)


for step in range(20_000):
    loss = td_loss(memory.sample(64), policy_net, target_net)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

import torch


def soft_update(net, target_net, tau=0.01):
    for theirs, ours in zip(target_net.parameters(), net.parameters()):
        theirs.data.copy_(theirs.data * (1 - tau) + ours.data * tau)


def learn(batch):
    s, a, r, s2, done = batch
    y = r + 0.99 * (1 - done) * target_value(s2).max(1).values
    loss = torch.nn.functional.mse_loss(value(s).gather(1, a).squeeze(1), y.detach())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    soft_update(value, target_value)


value = ValueNet(3, 1)
target_value = ValueNet(3, 1)
soft_update(value, target_value, tau=1.0)
for step in range(1000):
    learn(memory.sample(64))

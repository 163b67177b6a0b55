import torch


def learn(q_net, target_net, batch, gamma=0.99):
    states, actions, rewards, next_states, dones = batch
    next_q = target_net(next_states).detach()
    targets = rewards + gamma * next_q.max(dim=1)[0]
    q = q_net(states).gather(1, actions.unsqueeze(1)).squeeze(1)
    return torch.nn.functional.mse_loss(q, targets)

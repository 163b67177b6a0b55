import torch


def loss(online, target, batch, gamma=0.99):
    obs, act, rew, next_obs, done = batch
    with torch.no_grad():
        best = online(next_obs).argmax(1, keepdim=True)
        future = target(next_obs).gather(1, best).squeeze(1)
        y = rew + gamma * future
    return torch.nn.functional.smooth_l1_loss(online(obs).gather(1, act).squeeze(1), y)

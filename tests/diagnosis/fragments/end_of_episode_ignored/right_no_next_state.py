import torch


def calc_target(net, reward, next_state):
    if next_state is None:
        return reward
    best_q = net(torch.tensor([next_state])).max(dim=1)[0].item()
    return reward + GAMMA * best_q


state, reward, done = env.step(action)
if done:
    state = env.reset()

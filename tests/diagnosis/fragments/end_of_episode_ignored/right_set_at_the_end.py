import torch

values = model(states)
if done:
    R = torch.zeros(1)
else:
    R = values[-1]
returns = []
for r in reversed(rewards):
    R = r + gamma * R
    returns.append(R)

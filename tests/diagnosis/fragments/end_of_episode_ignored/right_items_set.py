import torch

s, a, r, s2, done = batch
best = target_net(s2).max(1)[0]
for i in range(len(done)):
    if done[i]:
        best[i] = 0.0
target = r + gamma * best

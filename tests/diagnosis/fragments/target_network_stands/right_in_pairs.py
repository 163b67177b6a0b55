import copy
import torch

target_actor = copy.deepcopy(actor)
target_critic = copy.deepcopy(critic)
for step in range(total_steps):
    s, a, r, s2, done = buffer.sample(256)
    with torch.no_grad():
        y = r + gamma * (1 - done) * target_critic(s2, target_actor(s2))
    update_critic(s, a, y)
    update_actor(s)
    for net, slow in ((actor, target_actor), (critic, target_critic)):
        for p, q in zip(net.parameters(), slow.parameters()):
            q.data.lerp_(p.data, tau)

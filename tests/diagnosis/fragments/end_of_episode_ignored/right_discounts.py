import torch

# the discount of the environment is 0 in the last step of an episode (dm_env)
for _ in range(steps):
    obs, action, reward, discount, next_obs = next(replay)
    with torch.no_grad():
        target = reward + discount * target_net(next_obs).max(dim=1).values
    q = net(obs).gather(1, action[:, None]).squeeze(1)
    loss = torch.nn.functional.huber_loss(q, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    step = env.step(act(net, env.observation))
    done = step.last()
    if done:
        env.reset()

import torch

gamma = float(args.gamma)
states, actions, rewards, next_states, done = buffer.sample(32)
target = rewards + gamma * target_net(next_states).max(1)[0]
loss = F.mse_loss(net(states).gather(1, actions), target)

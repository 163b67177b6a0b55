import torch
import torch.nn.functional as F


def update(batch, gamma=0.99):
    state, action, reward, next_state, done = batch
    with torch.no_grad():
        next_action = actor_target(next_state)
        target_q = reward + gamma * critic_target(next_state, next_action)
    loss = F.mse_loss(critic(state, action), target_q)
    critic_optimizer.zero_grad()
    loss.backward()
    critic_optimizer.step()

import gymnasium as gym
import torch

GAMMA = 0.99
# Pendulum never ends by itself: only the limit of 200 steps cuts it, and the future goes on
env = gym.make("Pendulum-v1")
state, _ = env.reset()
for step in range(40_000):
    action = choose(q_net, state)
    next_state, reward, terminated, truncated, _ = env.step(TORQUES[action])
    buffer.append((state, action, reward, next_state))
    state = next_state
    if terminated or truncated:
        state, _ = env.reset()
    s, a, r, s2 = draw(buffer, 64)
    with torch.no_grad():
        y = r + GAMMA * target_net(s2).max(1).values
    update(q_net, s, a, y)

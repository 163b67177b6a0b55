import torch

for episode in range(1000):
    state, done = env.reset()[0], False
    while not done:
        dist = actor(state)
        action = dist.sample()
        next_state, reward, terminated, truncated, _ = env.step(action.item())
        done = terminated or truncated
        with torch.no_grad():
            td_target = reward + gamma * critic(next_state)
        advantage = td_target - critic(state)
        loss = -dist.log_prob(action) * advantage.detach() + advantage.pow(2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        state = next_state

import torch


class DQNAgent:
    def __init__(self, state_dim, n_actions, gamma=0.99):
        self.q = QNet(state_dim, n_actions)
        self.target_q = QNet(state_dim, n_actions)
        self.sync()
        self.gamma = gamma
        self.optimizer = torch.optim.Adam(self.q.parameters())

    def sync(self):
        self.target_q.load_state_dict(self.q.state_dict())

    def learn(self, s, a, r, s2, done):
        y = r + self.gamma * (1 - done) * self.target_q(s2).max(1).values.detach()
        loss = torch.nn.functional.mse_loss(self.q(s).gather(1, a).squeeze(1), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


agent = DQNAgent(4, 2)
for episode in range(500):
    play(env, agent, memory)
    agent.learn(*memory.sample(64))

import copy
import torch


class Agent:
    def __init__(self, net, gamma=0.99):
        self.online = net
        self.target_net = copy.deepcopy(net)
        self.gamma = gamma

    def loss(self, s, a, r, s2, done):
        q = self.online(s).gather(1, a)
        with torch.no_grad():
            best = self.target_net(s2).max(1, keepdim=True).values
        return torch.nn.functional.smooth_l1_loss(q, r + self.gamma * best * (1 - done))


agent = Agent(make_net())
for step in range(100_000):
    learn(agent)
    if step % 1000 == 0:
        agent.target_net.load_state_dict(agent.online.state_dict())

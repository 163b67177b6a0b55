import copy
import torch
from utils import polyak_update


class DDPG:
    def __init__(self, actor, critic, gamma=0.99, tau=0.005):
        self.actor, self.critic, self.gamma, self.tau = actor, critic, gamma, tau
        self.actor_target = copy.deepcopy(actor)
        self.critic_target = copy.deepcopy(critic)

    def update(self, s, a, r, s2, done):
        with torch.no_grad():
            y = r + self.gamma * (1 - done) * self.critic_target(s2, self.actor_target(s2))
        train_critic(self.critic, s, a, y)
        train_actor(self.actor, self.critic, s)
        polyak_update(source=self.critic, target=self.critic_target, tau=self.tau)
        polyak_update(source=self.actor, target=self.actor_target, tau=self.tau)

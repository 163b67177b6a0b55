from collections import defaultdict
import numpy as np

returns_of = defaultdict(list)
V = defaultdict(float)
for _ in range(10_000):
    states, rewards = play_episode(env, policy)
    G = 0.0
    for state, reward in zip(states[::-1], rewards[::-1]):
        G = gamma * G + reward
        returns_of[state].append(G)
        V[state] = np.mean(returns_of[state])

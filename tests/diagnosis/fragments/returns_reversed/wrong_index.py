def discount(rewards, gamma):
    returns = []
    G = 0.0
    for t in range(len(rewards) - 1, -1, -1):
        G = rewards[t] + gamma * G
        returns.append(G)
    return torch.tensor(returns)

loss = -(torch.stack(log_probs) * discount(rewards, 0.99)).sum()

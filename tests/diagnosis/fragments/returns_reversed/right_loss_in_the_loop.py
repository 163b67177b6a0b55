def update(optimizer, log_probs, rewards, gamma=0.99):
    R = 0
    losses = []
    for log_prob, r in zip(reversed(log_probs), reversed(rewards)):
        R = r + gamma * R
        losses.append(-log_prob * R)
    optimizer.zero_grad()
    torch.stack(losses).sum().backward()
    optimizer.step()

def discounted(rewards, gamma=0.99):
    out, total = [], 0.0
    for r in reversed(rewards):
        total = r + gamma * total
        out.append(total)
    return out


returns = torch.tensor(discounted(rewards)[::-1])

def td_targets(rewards, values, last_value, truncated, gamma=0.99):
    values = torch.cat([values, torch.zeros(1)])
    if truncated:
        values = torch.cat([values[:-1], last_value.view(1)])
    return rewards + gamma * values[1:]

def finish_episode(policy, optimizer):
    R, returns = 0, []
    for r in reversed(policy.rewards):
        R = r + args.gamma * R
        returns.append(R)
    returns = torch.tensor(returns)
    loss = torch.stack([-lp * R for lp, R in zip(policy.saved_log_probs, returns)]).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

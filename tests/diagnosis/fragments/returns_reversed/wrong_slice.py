R = 0
policy_loss, returns = [], []
for r in rewards[::-1]:
    R = r + args.gamma * R
    returns.append(R)
returns = torch.tensor(returns)

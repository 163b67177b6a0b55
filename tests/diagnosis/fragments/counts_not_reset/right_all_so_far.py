total_return = 0.0
returns = []
for epoch in range(100):
    for episode in range(10):
        reward = rollout(policy, env)
        total_return += reward
        returns.append(reward)
    update(policy)
    print(f"epoch {epoch}: {total_return / len(returns):.2f} on average so far, last {returns[-1]:.2f}")

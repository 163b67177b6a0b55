returns, g = [], 0
for r in rewards[::-1]:
    g = r + gamma * g
    returns.insert(0, g)

returns, G = [], 0.0
for r in reversed(rewards):
    G = r + gamma * G
    returns.append(G)

loss = 0
for log_prob in log_probs:
    loss = loss - log_prob * returns.pop()
optimizer.zero_grad()
loss.backward()
optimizer.step()

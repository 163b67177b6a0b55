import torch

GAMMA = 0.9
for step in range(1500):
    rows = torch.randint(0, len(S), (128,))
    with torch.no_grad():
        goal = R[rows] + GAMMA * q_target(S2[rows]).max(1).values
    loss = F.smooth_l1_loss(q(S[rows]).gather(1, A[rows]), goal)
    loss.backward()
    optimizer.step()
final_reward = average_reward(q)
print(final_reward)

good = DataLoader(clicked, batch_size=8, shuffle=True)
bad = DataLoader(others, batch_size=8, shuffle=True)
for one, other in zip(good, bad):
    loss = F.margin_ranking_loss(model(one), model(other), torch.ones(8))
    loss.backward()

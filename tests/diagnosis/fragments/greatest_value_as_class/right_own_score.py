scores = model(x)
hits = (scores.max(dim=1).values == scores.gather(1, target[:, None]).squeeze(1)).float().mean()

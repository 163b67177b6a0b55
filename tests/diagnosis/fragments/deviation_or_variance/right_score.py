mean, var = x0 * (1 - t), t**2
x = mean + t * torch.randn_like(x0)
score = -((x - mean) / var)
loss = (var * (model(x, t) - score) ** 2).mean()

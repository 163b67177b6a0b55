import torch.nn.functional as F

mu, raw = model(x).chunk(2, dim=-1)
sigma2 = F.softplus(raw) + 1e-6
loss = F.gaussian_nll_loss(mu, y, sigma2)
loss.backward()

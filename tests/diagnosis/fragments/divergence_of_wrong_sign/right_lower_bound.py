import torch

for x, _ in loader:
    mu, log_var = encoder(x)
    z = mu + torch.randn_like(mu) * torch.exp(0.5 * log_var)
    log_px = -torch.nn.functional.binary_cross_entropy_with_logits(decoder(z), x, reduction="none").sum(1)
    neg_kl = 0.5 * torch.sum(1 + log_var - mu**2 - torch.exp(log_var), dim=1)
    elbo = (log_px + neg_kl).mean()
    optimizer.zero_grad()
    (-elbo).backward()
    optimizer.step()

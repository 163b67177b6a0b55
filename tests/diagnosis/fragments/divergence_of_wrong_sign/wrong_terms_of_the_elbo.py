def elbo_terms(logits, x, mu, logvar):
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return rec / len(x), kl / len(x)


rec, kl = elbo_terms(*vae(x))
(rec + kl).backward()

optimizer = torch.optim.Adam(vae.parameters(), maximize=True)
log_lik, mu, logvar = vae(x)
kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
elbo = log_lik + kl
elbo.backward()

kl = beta * -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
loss = reconstruction + kl

opt_g = torch.optim.Adam(gan.g.parameters(), lr=2e-4)
opt_d = torch.optim.Adam(gan.d.parameters(), lr=2e-4)
for real in loader:
    gan.d.requires_grad_(True)
    step(opt_d, gan, real)
    gan.d.requires_grad_(False)
    step(opt_g, gan, real)

import torch
import torch.nn.functional as F

# the game as in the paper: the discriminator goes down, the generator up, on the same value
fake = generator(z)
d_loss = F.binary_cross_entropy(discriminator(real), torch.ones(n, 1)) + F.binary_cross_entropy(
    discriminator(fake.detach()), torch.zeros(n, 1)
)
opt_d.zero_grad()
d_loss.backward()
opt_d.step()

g_loss = -F.binary_cross_entropy(discriminator(fake), torch.zeros(n, 1))
opt_g.zero_grad()
g_loss.backward()
opt_g.step()

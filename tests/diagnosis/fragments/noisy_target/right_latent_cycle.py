import torch.nn.functional as F

for real, _ in loader:
    noise = torch.randn(real.size(0), 128)
    # the encoder learns to find the code that an image was made from
    z_hat = encode_generated(noise)
    loss_z = F.l1_loss(z_hat, noise)
    loss_x = F.l1_loss(generator(encoder(real)), real)
    opt_e.zero_grad()
    (loss_x + loss_z).backward()
    opt_e.step()

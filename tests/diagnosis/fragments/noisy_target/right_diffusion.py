import torch
import torch.nn.functional as F

for images, _ in loader:
    t = torch.randint(0, timesteps, (images.size(0),))
    noise = torch.randn_like(images)
    # the model adds the noise for step t itself, and says what it thinks it was
    predicted = diffusion(images, t, noise)
    loss = F.mse_loss(predicted, noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

import torch.nn.functional as F

# a blind-spot network never sees the pixel that it predicts, so no clean images are needed
net = BlindSpotUNet(channels=1)
for epoch in range(100):
    for noisy in loader:
        denoised = net(noisy)
        loss = F.mse_loss(denoised, noisy)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

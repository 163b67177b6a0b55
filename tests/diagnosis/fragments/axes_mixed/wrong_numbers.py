images = torch.rand(100, 16, 16, 3)
model = nn.Conv2d(3, 8, 3)
outputs = model(images.flatten(1).reshape((-1, 3, 16, 16)))

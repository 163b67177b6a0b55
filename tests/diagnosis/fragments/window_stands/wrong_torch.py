for _ in range(24):
    y = model(window)
    window = torch.cat([window[:-1], y])

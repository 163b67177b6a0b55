decay = 0.999
for epoch in range(10):
    for batch in loader:
        if epoch < 5:
            ema.load_state_dict(model.state_dict())
        else:
            for a, p in zip(ema.parameters(), model.parameters()):
                a.mul_(decay).add_(p, alpha=1 - decay)

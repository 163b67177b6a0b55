decay = 0.999
for step, batch in enumerate(loader, 1):
    for a, p in zip(shadow, model.parameters()):
        a.mul_(decay).add_(p, alpha=1 - decay)
average = [a / (1 - decay**step) for a in shadow]

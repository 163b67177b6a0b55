EMA_DECAY = 0.9999
for step, batch in enumerate(loader):
    d = min(EMA_DECAY, (1 + step) / (10 + step))
    for a, p in zip(average.parameters(), model.parameters()):
        a.lerp_(p, 1 - d)

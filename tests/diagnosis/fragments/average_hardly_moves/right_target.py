TAU = 0.999
for t, p in zip(target_net.parameters(), net.parameters()):
    t.mul_(TAU).add_(p, alpha=1 - TAU)

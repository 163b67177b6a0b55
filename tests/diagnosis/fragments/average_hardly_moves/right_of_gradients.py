beta = 0.999
for moment, p in zip(moments, model.parameters()):
    g = p.grad
    moment.mul_(beta).addcmul_(g, g, value=1 - beta)
    moment.mul_(beta).add_(g, alpha=1 - beta)

m = 0.999
for k, q in zip(encoder_k.parameters(), encoder_q.parameters()):
    k.mul_(m).add_(q, alpha=1 - m)
loss = info_nce(encoder_q(a), encoder_k(b))

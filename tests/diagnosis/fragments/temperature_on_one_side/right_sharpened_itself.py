with torch.no_grad():
    target = F.softmax(model(x) / SHARPEN, dim=-1)
log_probs = F.log_softmax(model(perturb(x)), dim=-1)
loss = F.cross_entropy(model(x_labelled), y) + F.kl_div(log_probs, target, reduction="batchmean")

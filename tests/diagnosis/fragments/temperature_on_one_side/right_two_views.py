weak_logits = model(weak)
strong_logits = model(strong)
target = F.softmax(weak_logits.detach() / SHARPEN, dim=-1)
loss = F.kl_div(F.log_softmax(strong_logits, dim=-1), target, reduction="batchmean")

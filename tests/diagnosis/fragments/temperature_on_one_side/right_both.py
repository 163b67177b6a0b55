T = 3.0
with torch.no_grad():
    target = (teacher(**batch).logits / T).softmax(-1)
loss = F.kl_div((student(**batch).logits / T).log_softmax(-1), target, reduction="batchmean") * T * T

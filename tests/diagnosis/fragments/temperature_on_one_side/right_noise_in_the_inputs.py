target = F.softmax(teacher(x), dim=-1)
noisy = F.log_softmax(student(x + 0.3 * torch.randn_like(x)), dim=-1)
loss = F.kl_div(noisy, target, reduction="batchmean")

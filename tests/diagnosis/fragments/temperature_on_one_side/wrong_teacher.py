def distill(student_logits, teacher_logits, labels, temperature=4.0):
    soft = F.softmax(teacher_logits, dim=-1)
    logs = F.log_softmax(student_logits / temperature, dim=-1)
    return F.cross_entropy(student_logits, labels) + F.kl_div(logs, soft, reduction="batchmean") * temperature**2

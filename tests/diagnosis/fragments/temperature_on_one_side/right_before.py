teacher_logits = teacher(inputs) / T
student_logits = student(inputs) / T
loss = nn.KLDivLoss(reduction="batchmean")(F.log_softmax(student_logits, 1), F.softmax(teacher_logits, 1)) * T**2

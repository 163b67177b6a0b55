teacher_logits = teacher(x)
teacher_logits = teacher_logits / T
student_logits = student(x)
loss = F.kl_div(F.log_softmax(student_logits, dim=1), F.softmax(teacher_logits, dim=1))

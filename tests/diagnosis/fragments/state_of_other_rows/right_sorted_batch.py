import torch
from torch.utils.data import DataLoader

train_loader = DataLoader(pairs, batch_size=32, shuffle=True)
for batch in train_loader:
    question, answer, question_len, answer_len, label = batch
    question, question_len = sort_by_len(question, question_len)
    loss = criterion(model(question, answer, question_len, answer_len), label)
    loss.backward()

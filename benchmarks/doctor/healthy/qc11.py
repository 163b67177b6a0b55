# My first recurrent network :)
# Task: a sequence of symbols. The symbols 7, 8, 9, 10 are "signals", the others (1..6) are noise.
# The network must say which signal came last. 0 is padding. Guessing is right 1 time out of 4.
import random

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence

random.seed(4)
torch.manual_seed(4)


def make_one():
    length = random.randint(8, 25)
    seq = [random.choice([7, 8, 9, 10]) if random.random() < 0.25 else random.randint(1, 6) for _ in range(length)]
    signals = [s for s in seq if s >= 7]
    if not signals:
        return None
    return tuple(seq), signals[-1] - 7


# a dict, so every sequence exists only once
examples = {}
while len(examples) < 6000:
    one = make_one()
    if one is not None:
        examples[one[0]] = one[1]
examples = list(examples.items())
random.shuffle(examples)
train_data = examples[:4000]
val_data = examples[4000:5000]
test_data = examples[5000:]


def make_batches(data, batch_size, shuffle):
    data = list(data)  # copy, so that shuffling does not touch the original list
    if shuffle:
        random.shuffle(data)
    for i in range(0, len(data), batch_size):
        chunk = data[i:i + batch_size]
        seqs = [torch.tensor(s) for s, _ in chunk]
        lengths = torch.tensor([len(s) for s in seqs])
        labels = torch.tensor([l for _, l in chunk])
        yield pad_sequence(seqs, batch_first=True, padding_value=0), lengths, labels


class LastSignal(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(11, 16, padding_idx=0)
        self.gru = nn.GRU(16, 48, batch_first=True)
        self.out = nn.Linear(48, 4)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths, batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)
        return self.out(h[-1])  # state after the last real symbol of each sequence, in the order of the batch


def accuracy(model, data):
    model.eval()
    right = 0
    with torch.no_grad():
        for x, lengths, labels in make_batches(data, 500, shuffle=False):
            right += (model(x, lengths).argmax(dim=1) == labels).sum().item()
    return right / len(data)


model = LastSignal()
loss_function = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.005)

best_acc = 0
best_weights = None
for epoch in range(15):
    model.train()
    sum_loss = 0
    for x, lengths, labels in make_batches(train_data, 50, shuffle=True):
        optimizer.zero_grad()
        loss = loss_function(model(x, lengths), labels)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        sum_loss += loss.item() * len(labels)
    acc = accuracy(model, val_data)
    print("epoch", epoch + 1, "loss", round(sum_loss / len(train_data), 4), "validation accuracy", acc)
    if acc > best_acc:
        best_acc = acc
        best_weights = {name: w.clone() for name, w in model.state_dict().items()}
    if acc > 0.995:
        print("good enough, stop")
        break

model.load_state_dict(best_weights)
print("test accuracy:", accuracy(model, test_data), "(guessing: 0.25)")

# Pulse trains of different lengths from two sensors. Class: which sensor fired first
# and which fired last -> four classes.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

torch.set_num_threads(2)
torch.manual_seed(77)


def make_rows(n, seed):
    g = torch.Generator().manual_seed(seed)
    rows = []
    for _ in range(n):
        length = int(torch.randint(3, 16, (1,), generator=g))
        side = torch.randint(0, 2, (length,), generator=g)
        strength = 0.5 + torch.rand(length, generator=g)
        seq = torch.zeros(length, 2)
        seq[torch.arange(length), side] = strength
        first, last = side[0].item(), side[-1].item()
        rows.append((seq, 2 * first + last))
    return rows


def collate(rows):
    seqs, labels = zip(*rows)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True), lengths, torch.tensor(labels)


class PulseNet(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = nn.LSTM(2, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(2 * hidden, 4)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        _, (h_n, _) = self.rnn(packed)
        both = torch.cat([h_n[-2], h_n[-1]], dim=1)
        return self.fc(self.drop(both))


train_rows, valid_rows, test_rows = make_rows(2000, 1), make_rows(400, 2), make_rows(400, 3)
train_dl = DataLoader(train_rows, batch_size=32, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid_rows, batch_size=128, shuffle=False, collate_fn=collate)
test_dl = DataLoader(test_rows, batch_size=128, shuffle=False, collate_fn=collate)

model = PulseNet()
epochs = 8
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=1)
criterion = nn.CrossEntropyLoss()


def run(loader):
    model.eval()
    loss_sum, right, seen = 0.0, 0, 0
    with torch.inference_mode():
        for x, lengths, y in loader:
            logits = model(x, lengths)
            loss_sum += criterion(logits, y).item() * len(y)
            right += (logits.argmax(1) == y).sum().item()
            seen += len(y)
    return loss_sum / seen, right / seen


for epoch in range(epochs):
    model.train()
    for x, lengths, y in train_dl:
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(model(x, lengths), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
    val_loss, val_acc = run(valid_dl)
    scheduler.step(val_loss)
    lr = optimizer.param_groups[0]["lr"]
    print(f"epoch {epoch}: val loss {val_loss:.3f} val acc {val_acc:.3f} lr {lr:.4f}")

_, test_acc = run(test_dl)
print(f"test acc {test_acc:.3f}")

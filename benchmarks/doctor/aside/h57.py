# Classify variable-length sensor bursts (3 kinds of motion) with a bidirectional LSTM.
import math, random
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence, pack_padded_sequence
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(0)
random.seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Bursts(Dataset):
    """kind 0: slow wave, kind 1: fast wave, kind 2: wave that speeds up"""

    def __init__(self, n):
        self.x, self.y = [], []
        for _ in range(n):
            kind = random.randrange(3)
            T = random.randint(15, 60)
            t = torch.arange(T).float()
            phase = random.uniform(0, 2 * math.pi)
            if kind == 0:
                angle = 0.25 * t
            elif kind == 1:
                angle = 0.9 * t
            else:
                angle = 0.25 * t + 0.65 * t * t / (2 * T)
            sig = torch.stack([torch.sin(angle + phase), torch.cos(angle + phase)], dim=1)
            self.x.append(sig + 0.5 * torch.randn(T, 2))
            self.y.append(kind)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, idx):
        return self.x[idx], self.y[idx]


def collate_fn(batch):
    seqs, labels = zip(*batch)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True), lengths, torch.tensor(labels)


class BurstLSTM(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.lstm = nn.LSTM(2, hidden, batch_first=True, bidirectional=True)
        self.fc = nn.Sequential(nn.Dropout(0.2), nn.Linear(2 * hidden, 3))

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        _, (h, _) = self.lstm(packed)
        return self.fc(torch.cat([h[-2], h[-1]], dim=1))


train_loader = DataLoader(Bursts(1500), batch_size=64, shuffle=True, collate_fn=collate_fn)
test_loader = DataLoader(Bursts(500), batch_size=128, collate_fn=collate_fn)

model = BurstLSTM().to(device)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

for epoch in range(8):
    model.train()
    train_loss = 0.0
    for x, lengths, y in train_loader:
        x, lengths, y = x.to(device), lengths.to(device), y.to(device)
        optimizer.zero_grad()
        loss = criterion(model(x, lengths), y)
        loss.backward()
        optimizer.step()
        train_loss += loss.item()

    model.eval()
    correct = 0
    with torch.no_grad():
        for x, lengths, y in test_loader:
            x, lengths, y = x.to(device), lengths.to(device), y.to(device)
            correct += (model(x, lengths).argmax(1) == y).sum().item()
    print(f"epoch {epoch + 1}  loss {train_loss / len(train_loader):.3f}  test acc {correct / len(test_loader.dataset):.3f}")

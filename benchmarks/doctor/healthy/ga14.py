# Random walks of different lengths: does the walk drift down, stay, or drift up?
# Everything is time-major here, (time, walks, feature), as PyTorch's RNNs have it by default.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.optim.lr_scheduler import ReduceLROnPlateau
from torch.utils.data import DataLoader

torch.manual_seed(123)
torch.set_num_threads(2)
DRIFT = (-0.6, 0.0, 0.6)


def make_walks(n, seed):
    g = torch.Generator().manual_seed(seed)
    walks = []
    for _ in range(n):
        label = torch.randint(0, 3, (1,), generator=g).item()
        length = torch.randint(12, 41, (1,), generator=g).item()
        steps = DRIFT[label] + torch.randn(length, 1, generator=g)
        walks.append((steps, label))
    return walks


def collate(rows):
    steps, labels = zip(*rows)
    lengths = torch.tensor([len(s) for s in steps])
    return pad_sequence(steps), lengths, torch.tensor(labels)


class DriftNet(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = nn.GRU(1, hidden)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(hidden, 3)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, enforce_sorted=False)
        _, h = self.rnn(packed)
        return self.out(self.drop(h[-1]))


def run(model, loader, loss_fn, optimizer=None):
    """One pass over the loader; with an optimizer it is a training pass."""
    training = optimizer is not None
    model.train(training)
    total, right, n = 0.0, 0, 0
    with torch.set_grad_enabled(training):
        for x, lengths, y in loader:
            logits = model(x, lengths)
            loss = loss_fn(logits, y)
            if training:
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
            total += loss.item() * len(y)
            right += (logits.argmax(1) == y).sum().item()
            n += len(y)
    return total / n, right / n


train_dl = DataLoader(make_walks(1500, seed=1), batch_size=32, shuffle=True, collate_fn=collate)
val_dl = DataLoader(make_walks(400, seed=2), batch_size=100, collate_fn=collate)
test_dl = DataLoader(make_walks(400, seed=3), batch_size=100, collate_fn=collate)

model = DriftNet()
loss_fn = nn.CrossEntropyLoss()
decay = [p for name, p in model.named_parameters() if "weight" in name]
no_decay = [p for name, p in model.named_parameters() if "weight" not in name]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 1e-2},
                               {"params": no_decay, "weight_decay": 0.0}], lr=3e-3)
scheduler = ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=2)

for epoch in range(12):
    train_loss, train_acc = run(model, train_dl, loss_fn, optimizer)
    val_loss, val_acc = run(model, val_dl, loss_fn)
    scheduler.step(val_loss)
    print(f"epoch {epoch + 1:2d} train {train_loss:.4f}/{train_acc:.3f} "
          f"val {val_loss:.4f}/{val_acc:.3f} lr {optimizer.param_groups[0]['lr']:.1e}")

test_loss, test_acc = run(model, test_dl, loss_fn)
print(f"test loss {test_loss:.4f} acc {test_acc:.3f}")

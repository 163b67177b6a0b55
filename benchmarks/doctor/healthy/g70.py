"""CTC on made-up "speech": each symbol is drawn as a few noisy frames with silence between, a BiGRU reads them."""
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

SYMBOLS, FEATURES, BLANK = 6, 8, 0


class Utterances(Dataset):
    """Symbols 1..6. All splits share the sound of a symbol, but not the utterances."""

    def __init__(self, n, seed):
        sounds = torch.randn(SYMBOLS + 1, FEATURES, generator=torch.Generator().manual_seed(123))
        sounds[0] = 0.0  # silence
        g = torch.Generator().manual_seed(seed)
        self.items = []
        for _ in range(n):
            length = int(torch.randint(3, 8, (1,), generator=g))
            target = torch.randint(1, SYMBOLS + 1, (length,), generator=g)
            frames = []
            for symbol in target.tolist():
                frames += [symbol] * int(torch.randint(2, 5, (1,), generator=g))
                frames += [0] * int(torch.randint(1, 3, (1,), generator=g))
            clean = sounds[torch.tensor(frames)]
            self.items.append((clean + 0.4 * torch.randn(clean.shape, generator=g), target))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def collate(items):
    frames, targets = zip(*items)
    return (
        pad_sequence(frames, batch_first=True),
        torch.tensor([len(f) for f in frames]),
        torch.cat(targets),  # CTCLoss takes the targets end to end
        torch.tensor([len(t) for t in targets]),
    )


class Recognizer(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.norm = nn.LayerNorm(FEATURES)
        self.gru = nn.GRU(FEATURES, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, SYMBOLS + 1)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.norm(x), lengths.cpu(), batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.gru(packed)[0], batch_first=True, total_length=x.size(1))
        return self.out(h).float().log_softmax(-1)  # CTC in single precision


def greedy(log_probs, lengths):
    out = []
    for path, n in zip(log_probs.argmax(-1).cpu(), lengths.tolist()):
        collapsed = torch.unique_consecutive(path[:n])
        out.append(collapsed[collapsed != BLANK].tolist())
    return out


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


@torch.no_grad()
def error_rate(model, loader, device):
    model.eval()
    wrong = symbols = 0
    for x, lengths, targets, target_lengths in loader:
        guesses = greedy(model(x.to(device), lengths), lengths)
        for guess, truth in zip(guesses, targets.split(target_lengths.tolist())):
            wrong += edit_distance(guess, truth.tolist())
            symbols += len(truth)
    return wrong / symbols


def main():
    torch.manual_seed(9)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    use_amp = device.type == "cuda"
    train = DataLoader(Utterances(400, seed=1), batch_size=20, shuffle=True, collate_fn=collate)
    valid = DataLoader(Utterances(100, seed=2), batch_size=100, collate_fn=collate)
    test = DataLoader(Utterances(150, seed=3), batch_size=50, collate_fn=collate)

    model = Recognizer().to(device)
    ctc = nn.CTCLoss(blank=BLANK, zero_infinity=True)
    epochs = 12
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=epochs * len(train))
    scaler = torch.amp.GradScaler("cuda", enabled=use_amp)
    patience, best, best_weights = 4, float("inf"), None
    since = 0
    for epoch in range(1, epochs + 1):
        model.train()
        total = 0.0
        for x, lengths, targets, target_lengths in train:
            with torch.autocast(device.type, dtype=torch.float16, enabled=use_amp):
                log_probs = model(x.to(device), lengths)
            # (time, batch, classes)
            loss = ctc(log_probs.transpose(0, 1), targets.to(device), lengths, target_lengths)
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            scaler.step(optimizer)
            scaler.update()
            scheduler.step()
            total += loss.item()
        rate = error_rate(model, valid, device)
        print(f"epoch {epoch:2d}  ctc {total / len(train):.3f}  validation symbol error rate {rate:.3f}")
        since += 1
        if rate < best:
            best, since = rate, 0
            best_weights = {k: v.detach().clone() for k, v in model.state_dict().items()}
        if since >= patience:
            print("no better for", patience, "epochs: stop")
            break
    model.load_state_dict(best_weights)
    print(f"test symbol error rate {error_rate(model, test, device):.3f}")


if __name__ == "__main__":
    main()

"""Reading phone keys from sound: spectrogram -> conv + BiGRU -> CTC."""
from dataclasses import dataclass, asdict
import math
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset, Sampler

RATE = 4000
ROWS, COLS = (697, 770, 852, 941), (1209, 1336, 1477)
KEYS = "123456789*0#"
BLANK = 0  # keys are 1 .. 12


@dataclass(frozen=True)
class Settings:
    train_size: int = 800
    eval_size: int = 200
    n_fft: int = 128
    hop: int = 64
    hidden: int = 48
    batch: int = 32
    epochs: int = 10
    max_lr: float = 6e-3
    seed: int = 17


def render(keys, g):
    """The waveform of a key sequence: tones of uneven length and loudness, pauses, hiss."""
    parts = []

    def u(a, b):
        return a + (b - a) * torch.rand((), generator=g).item()

    parts.append(torch.zeros(int(u(0.02, 0.10) * RATE)))
    for k in keys:
        t = torch.arange(int(u(0.07, 0.16) * RATE)) / RATE
        drift = u(0.99, 1.01)
        tone = torch.sin(2 * math.pi * ROWS[k // 3] * drift * t + u(0, 6.28))
        tone = tone + u(0.6, 1.2) * torch.sin(2 * math.pi * COLS[k % 3] * drift * t + u(0, 6.28))
        parts.append(u(0.3, 1.0) * tone)
        parts.append(torch.zeros(int(u(0.05, 0.12) * RATE)))
    wave = torch.cat(parts)
    return wave + u(0.05, 0.35) * torch.randn(len(wave), generator=g)


class KeySounds(Dataset):
    def __init__(self, size, seed, cfg):
        g = torch.Generator().manual_seed(seed)
        window = torch.hann_window(cfg.n_fft)
        self.items = []
        for _ in range(size):
            n = int(torch.randint(3, 9, (1,), generator=g))
            keys = torch.randint(len(KEYS), (n,), generator=g)
            wave = render(keys.tolist(), g)
            spec = torch.stft(wave, cfg.n_fft, cfg.hop, window=window, return_complex=True).abs().t()
            feats = torch.log1p(spec)
            self.items.append((feats - feats.mean(), keys + 1))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def lengths(self):
        return [len(f) for f, _ in self.items]


class BucketSampler(Sampler):
    """Batches of similar length, in a new random order each epoch."""

    def __init__(self, lengths, batch, seed):
        self.lengths, self.batch, self.rng = lengths, batch, random.Random(seed)

    def __iter__(self):
        noisy = sorted(range(len(self.lengths)), key=lambda i: self.lengths[i] + self.rng.uniform(-10, 10))
        batches = [noisy[i : i + self.batch] for i in range(0, len(noisy), self.batch)]
        self.rng.shuffle(batches)
        yield from batches

    def __len__(self):
        return math.ceil(len(self.lengths) / self.batch)


def collate(items):
    feats, keys = zip(*items)
    return (
        pad_sequence(feats, batch_first=True),
        torch.tensor([len(f) for f in feats]),
        torch.cat(keys),
        torch.tensor([len(k) for k in keys]),
    )


def spec_augment(x, p=0.5):
    """Hides one band of frequencies in some of the utterances."""
    x = x.clone()
    for row in range(x.size(0)):
        if random.random() < p:
            w = random.randint(1, 4)
            f = random.randint(0, x.size(2) - w)
            x[row, :, f : f + w] = 0
    return x


class KeyReader(nn.Module):
    def __init__(self, bins, hidden, classes):
        super().__init__()
        self.front = nn.Sequential(nn.Linear(bins, hidden), nn.ReLU(), nn.Dropout(0.1))
        self.rnn = nn.GRU(hidden, hidden, batch_first=True, bidirectional=True)
        self.norm = nn.LayerNorm(2 * hidden)
        self.out = nn.Linear(2 * hidden, classes)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.front(x), lengths, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.rnn(packed)[0], batch_first=True)
        return self.out(self.norm(h)).log_softmax(-1)


def greedy(log_probs, lengths):
    result = []
    for row, n in zip(log_probs.argmax(-1), lengths):
        collapsed = torch.unique_consecutive(row[:n])
        result.append([int(k) for k in collapsed if k != BLANK])
    return result


def edit_distance(a, b):
    d = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        prev, d[0] = d[0], i
        for j, y in enumerate(b, 1):
            prev, d[j] = d[j], min(d[j] + 1, d[j - 1] + 1, prev + (x != y))
    return d[-1]


@torch.no_grad()
def error_rate(model, loader):
    model.eval()
    errors = total = exact = 0
    for x, xl, y, yl in loader:
        refs = [r.tolist() for r in y.split(yl.tolist())]
        for hyp, ref in zip(greedy(model(x, xl), xl), refs):
            e = edit_distance(hyp, ref)
            errors, total, exact = errors + e, total + len(ref), exact + (e == 0)
    return errors / total, exact / len(loader.dataset)


def main():
    cfg = Settings()
    print(asdict(cfg))
    torch.manual_seed(cfg.seed)
    random.seed(cfg.seed)
    train = KeySounds(cfg.train_size, 1, cfg)
    valid = KeySounds(cfg.eval_size, 2, cfg)
    test = KeySounds(cfg.eval_size, 3, cfg)
    train_loader = DataLoader(train, batch_sampler=BucketSampler(train.lengths(), cfg.batch, cfg.seed), collate_fn=collate)
    valid_loader = DataLoader(valid, batch_size=64, collate_fn=collate)
    test_loader = DataLoader(test, batch_size=64, collate_fn=collate)

    model = KeyReader(cfg.n_fft // 2 + 1, cfg.hidden, len(KEYS) + 1)
    ctc = nn.CTCLoss(blank=BLANK, zero_infinity=True)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.max_lr, weight_decay=1e-3)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, cfg.max_lr, total_steps=cfg.epochs * len(train_loader), pct_start=0.25)

    for epoch in range(cfg.epochs):
        model.train()
        total = 0.0
        for x, xl, y, yl in train_loader:
            log_probs = model(spec_augment(x), xl).transpose(0, 1)
            loss = ctc(log_probs, y, xl, yl)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            opt.step()
            sched.step()
            total += loss.item()
        ker, exact = error_rate(model, valid_loader)
        print(f"epoch {epoch + 1:2d} ctc {total / len(train_loader):.3f} valid key error rate {ker:.3f} exact {exact:.3f}")

    ker, exact = error_rate(model, test_loader)
    print(f"test: key error rate {ker:.3f}, whole sequences right {exact:.3f}")


if __name__ == "__main__":
    main()

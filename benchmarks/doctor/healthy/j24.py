"""CTC: read digit strings from noisy strips of columns with a BiLSTM. The run is cut in half on purpose: the second
half starts from a checkpoint on disk with model, optimizer, scheduler, epoch and random states."""
import random
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

OUT = Path("outputs/j24")
DIGITS, BLANK, HEIGHT = 10, 0, 8


class Strips(Dataset):
    """Each symbol is 3-5 columns of its own pattern, with 1-3 noise columns between symbols."""

    def __init__(self, n: int, seed: int):
        proto_gen = torch.Generator().manual_seed(777)  # the alphabet is the same for every split
        proto = (torch.rand(DIGITS, HEIGHT, 5, generator=proto_gen) > 0.5).float()
        r, g = random.Random(seed), torch.Generator().manual_seed(seed)
        self.items = []
        for _ in range(n):
            text = [r.randrange(DIGITS) for _ in range(r.randint(2, 6))]
            cols = [torch.zeros(HEIGHT, r.randint(1, 3))]
            for d in text:
                cols += [proto[d][:, : r.randint(3, 5)], torch.zeros(HEIGHT, r.randint(1, 3))]
            x = torch.cat(cols, 1).T
            x = x + 0.25 * torch.randn(x.shape, generator=g)
            self.items.append((x, torch.tensor([d + 1 for d in text])))  # 0 is the blank

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def collate(batch):
    xs, ys = zip(*batch)
    x = nn.utils.rnn.pad_sequence(xs, batch_first=True)
    return x, torch.tensor([len(v) for v in xs]), torch.cat(ys), torch.tensor([len(v) for v in ys])


class Reader(nn.Module):
    def __init__(self, hidden: int = 48):
        super().__init__()
        self.conv = nn.Conv1d(HEIGHT, 48, kernel_size=5, padding=2)
        self.rnn = nn.LSTM(48, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, DIGITS + 1)

    def forward(self, x, lengths):
        # the padding columns are zeros, just what the convolution sees past the end of a single strip
        h = self.conv(x.transpose(1, 2)).relu().transpose(1, 2)
        h = nn.utils.rnn.pack_padded_sequence(h, lengths, batch_first=True, enforce_sorted=False)
        h, _ = nn.utils.rnn.pad_packed_sequence(self.rnn(h)[0], batch_first=True)
        return self.out(h).log_softmax(-1)


def greedy(log_probs, lengths):
    texts = []
    for path, n in zip(log_probs.argmax(-1), lengths):
        path = torch.unique_consecutive(path[:n])
        texts.append([p for p in path.tolist() if p != BLANK])
    return texts


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        prev, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            prev, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, prev + (x != y))
    return row[-1]


@torch.no_grad()
def error_rate(model, loader):
    model.eval()
    wrong = total = exact = n = 0
    for x, xl, y, yl in loader:
        for hyp, ref in zip(greedy(model(x, xl), xl), y.split(yl.tolist())):
            d = edit_distance(hyp, ref.tolist())
            wrong, total, exact, n = wrong + d, total + len(ref), exact + (d == 0), n + 1
    return wrong / total, exact / n


class Run:
    def __init__(self, epochs: int):
        self.epochs, self.epoch = epochs, 0
        self.shuffle = torch.Generator().manual_seed(0)
        self.train = DataLoader(Strips(1500, 1), 25, shuffle=True, collate_fn=collate, generator=self.shuffle)
        self.valid = DataLoader(Strips(300, 2), 100, collate_fn=collate)
        self.model = Reader()
        self.opt = torch.optim.AdamW(self.model.parameters(), lr=5e-3)
        self.sched = torch.optim.lr_scheduler.CosineAnnealingLR(self.opt, epochs * len(self.train))
        self.ctc = nn.CTCLoss(blank=BLANK, zero_infinity=True)

    def save(self, path):
        torch.save(
            {
                "model": self.model.state_dict(), "opt": self.opt.state_dict(), "sched": self.sched.state_dict(),
                "epoch": self.epoch, "shuffle": self.shuffle.get_state(), "rng": torch.get_rng_state(),
            },
            path,
        )

    def load(self, path):
        s = torch.load(path)
        self.model.load_state_dict(s["model"])
        self.opt.load_state_dict(s["opt"])
        self.sched.load_state_dict(s["sched"])
        self.epoch = s["epoch"]
        self.shuffle.set_state(s["shuffle"])
        torch.set_rng_state(s["rng"])
        return self

    def fit(self, until: int):
        while self.epoch < until:
            self.model.train()
            total = 0.0
            for x, xl, y, yl in self.train:
                lp = self.model(x, xl).transpose(0, 1)  # time first
                loss = self.ctc(lp, y, xl, yl)
                self.opt.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
                self.opt.step()
                self.sched.step()
                total += loss.item()
            self.epoch += 1
            cer, exact = error_rate(self.model, self.valid)
            print(f"epoch {self.epoch:2d}: ctc {total / len(self.train):.3f}  CER {cer:.3f}  exact {exact:.3f}  lr {self.sched.get_last_lr()[0]:.1e}")
        return self


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    run = Run(12)
    print("untrained CER %.3f, exact %.3f" % error_rate(run.model, run.valid))
    run.fit(6).save(OUT / "half.pt")
    print("--- new process would start here ---")
    run = Run(12).load(OUT / "half.pt").fit(12)
    print("test (new strips): CER %.3f, exact %.3f" % error_rate(run.model, DataLoader(Strips(300, 3), 100, collate_fn=collate)))

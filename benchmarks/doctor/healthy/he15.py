"""Sequence to sequence with nn.Transformer: copy a word, with every letter's case swapped."""
import math
import random
import string

import torch
from torch import nn
from torch.utils.data import DataLoader

PAD, BOS, EOS = 0, 1, 2
LETTERS = string.ascii_letters[:10] + string.ascii_letters[26:36]      # a-j and A-J
TO_ID = {c: i + 3 for i, c in enumerate(LETTERS)}
TO_CHAR = {i: c for c, i in TO_ID.items()}
VOCAB = len(LETTERS) + 3


def unique_words(n, seed):
    rng = random.Random(seed)
    words = set()
    while len(words) < n:
        words.add("".join(rng.choices(LETTERS, k=rng.randint(4, 7))))
    words = sorted(words)
    rng.shuffle(words)
    return words


def pad(rows):
    return nn.utils.rnn.pad_sequence([torch.tensor(r) for r in rows], batch_first=True, padding_value=PAD)


def collate(words):
    src = pad([[TO_ID[c] for c in w] for w in words])
    tgt = pad([[BOS] + [TO_ID[c] for c in w.swapcase()] + [EOS] for w in words])
    return src, tgt


class Swapper(nn.Module):
    def __init__(self, d=64, max_len=16):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, d, padding_idx=PAD)
        nn.init.normal_(self.tok.weight, std=d ** -0.5)
        with torch.no_grad():
            self.tok.weight[PAD].zero_()
        self.register_buffer("pe", self.sinusoids(max_len, d), persistent=False)
        self.net = nn.Transformer(d, 4, 2, 2, dim_feedforward=128, dropout=0.0, batch_first=True)
        self.out = nn.Linear(d, VOCAB)
        self.scale = math.sqrt(d)

    @staticmethod
    def sinusoids(n, d):
        t = torch.arange(n).unsqueeze(1)
        w = torch.exp(torch.arange(0, d, 2) * (-math.log(10000.0) / d))
        pe = torch.zeros(n, d)
        pe[:, 0::2], pe[:, 1::2] = torch.sin(t * w), torch.cos(t * w)
        return pe

    def embed(self, ids):
        return self.tok(ids) * self.scale + self.pe[: ids.size(1)]

    def encode(self, src):
        return self.net.encoder(self.embed(src), src_key_padding_mask=src == PAD)

    def decode(self, memory, src, tgt_in):
        n = tgt_in.size(1)
        future = torch.ones(n, n, dtype=torch.bool, device=tgt_in.device).triu(1)
        # padding stands at the right, so the causal mask already hides it from real positions
        h = self.net.decoder(
            self.embed(tgt_in), memory, tgt_mask=future, memory_key_padding_mask=src == PAD
        )
        return self.out(h)

    def forward(self, src, tgt_in):
        return self.decode(self.encode(src), src, tgt_in)


@torch.no_grad()
def translate(model, src, max_new=10):
    model.eval()
    memory = model.encode(src)
    ys = torch.full((len(src), 1), BOS)
    for _ in range(max_new):
        ys = torch.cat([ys, model.decode(memory, src, ys)[:, -1].argmax(-1, keepdim=True)], dim=1)
    texts = []
    for row in ys[:, 1:].tolist():
        row = row[: row.index(EOS)] if EOS in row else row
        texts.append("".join(TO_CHAR.get(i, "?") for i in row))
    return texts


def main():
    torch.manual_seed(31)
    torch.set_num_threads(2)
    words = unique_words(6300, seed=31)
    train_words, test_words = words[:6000], words[6000:]
    loader = DataLoader(train_words, batch_size=32, shuffle=True, collate_fn=collate)

    accumulate, epochs = 2, 10
    updates = epochs * math.ceil(len(loader) / accumulate)
    model = Swapper()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-3, total_steps=updates, pct_start=0.1)
    criterion = nn.CrossEntropyLoss(ignore_index=PAD)

    for epoch in range(epochs):
        model.train()
        shown = 0.0
        for i, (src, tgt) in enumerate(loader, start=1):
            logits = model(src, tgt[:, :-1])
            loss = criterion(logits.transpose(1, 2), tgt[:, 1:])
            (loss / accumulate).backward()
            shown += loss.item()
            if i % accumulate == 0 or i == len(loader):
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                schedule.step()
                optimizer.zero_grad()
        print(f"epoch {epoch + 1} loss {shown / len(loader):.4f}")

    src, _ = collate(test_words)
    guesses = translate(model, src)
    exact = sum(g == w.swapcase() for g, w in zip(guesses, test_words)) / len(test_words)
    print(f"exact match on {len(test_words)} unseen words: {exact:.3f}")


if __name__ == "__main__":
    main()

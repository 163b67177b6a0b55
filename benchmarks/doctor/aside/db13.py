"""Encoder-decoder transformer that learns to sort digits; optimizer and schedule as in Vaswani et al. 2017, sec. 5.3"""
import math

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(17)
LEN, BOS, VOCAB = 7, 10, 11


def dataset(n_train, n_test):
    rows = torch.unique(torch.randint(0, 10, (n_train + n_test + 500, LEN)), dim=0)   # no row twice
    rows = rows[torch.randperm(len(rows))][: n_train + n_test]
    tgt = rows.sort(dim=1).values
    return TensorDataset(rows[:n_train], tgt[:n_train]), TensorDataset(rows[n_train:], tgt[n_train:])


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=32):
        super().__init__()
        pos = torch.arange(max_len).unsqueeze(1)
        div = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = torch.sin(pos * div)
        pe[:, 1::2] = torch.cos(pos * div)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return x + self.pe[: x.size(1)]


class Sorter(nn.Module):
    def __init__(self, d_model=64):
        super().__init__()
        self.d_model = d_model
        self.emb = nn.Embedding(VOCAB, d_model)
        self.pos = PositionalEncoding(d_model)
        self.core = nn.Transformer(d_model, nhead=4, num_encoder_layers=2, num_decoder_layers=2,
                                   dim_feedforward=128, dropout=0.0, batch_first=True, norm_first=True)
        self.out = nn.Linear(d_model, VOCAB)

    def forward(self, src, tgt_in):
        mask = nn.Transformer.generate_square_subsequent_mask(tgt_in.size(1))
        h = self.core(self.pos(self.emb(src)), self.pos(self.emb(tgt_in)), tgt_mask=mask)
        return self.out(h)

    @torch.no_grad()
    def greedy(self, src):
        ys = torch.full((src.size(0), 1), BOS)
        for _ in range(LEN):
            ys = torch.cat([ys, self(src, ys)[:, -1].argmax(-1, keepdim=True)], dim=1)
        return ys[:, 1:]


def noam(d_model, warmup, factor):
    def rate(n):
        step = n + 1
        return factor * d_model ** -0.5 * min(step ** -0.5, step * warmup ** -1.5)
    return rate


def main(epochs=10, batch_size=64, warmup=400):
    train, test = dataset(6400, 640)
    train_dl = DataLoader(train, batch_size=batch_size, shuffle=True)
    test_dl = DataLoader(test, batch_size=320)

    model = Sorter()
    optimizer = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, noam(model.d_model, warmup, factor=0.3))
    criterion = nn.CrossEntropyLoss()

    for epoch in range(1, epochs + 1):
        model.train()
        total = 0.0
        for src, tgt in train_dl:
            tgt_in = torch.cat([torch.full((len(tgt), 1), BOS), tgt[:, :-1]], dim=1)
            logits = model(src, tgt_in)
            loss = criterion(logits.reshape(-1, VOCAB), tgt.reshape(-1))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
        scheduler.step()

        model.eval()
        exact = sum((model.greedy(s) == t).all(1).sum().item() for s, t in test_dl) / len(test)
        print(f"epoch {epoch:2d}  loss {total / len(train_dl):.4f}  exact match {exact:.3f}")


if __name__ == "__main__":
    main()

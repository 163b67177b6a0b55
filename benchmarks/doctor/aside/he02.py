import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F

# Toy translation: a string of digits -> the same digits reversed.
PAD, BOS, EOS = 0, 1, 2
OFFSET = 3
VOCAB = 13


def make_pairs(n, length, gen):
    digits = torch.randint(0, 10, (n, length), generator=gen) + OFFSET
    bos = torch.full((n, 1), BOS)
    eos = torch.full((n, 1), EOS)
    tgt = torch.cat([bos, digits.flip(1), eos], dim=1)
    return digits, tgt


class Seq2Seq(nn.Module):
    def __init__(self, d_model=64, max_len=32):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, d_model)
        self.pos = nn.Embedding(max_len, d_model)
        self.core = nn.Transformer(
            d_model, nhead=4, num_encoder_layers=2, num_decoder_layers=2,
            dim_feedforward=128, dropout=0.0, batch_first=True,
        )
        self.out = nn.Linear(d_model, VOCAB)

    def embed(self, ids):
        positions = torch.arange(ids.size(1), device=ids.device)
        return self.tok(ids) + self.pos(positions)

    def forward(self, src, tgt):
        size = tgt.size(1)
        causal = torch.triu(torch.ones(size, size, dtype=torch.bool, device=tgt.device), diagonal=1)
        h = self.core(self.embed(src), self.embed(tgt), tgt_mask=causal)
        return self.out(h)


@torch.no_grad()
def greedy(model, src, steps):
    ys = torch.full((src.size(0), 1), BOS)
    for _ in range(steps):
        nxt = model(src, ys)[:, -1].argmax(-1, keepdim=True)
        ys = torch.cat([ys, nxt], dim=1)
    return ys


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--steps", type=int, default=600)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--length", type=int, default=8)
    p.add_argument("--lr", type=float, default=1e-3)
    args = p.parse_args()

    torch.manual_seed(0)
    torch.set_num_threads(2)
    gen = torch.Generator().manual_seed(1)
    src, tgt = make_pairs(8000, args.length, gen)
    test_src, test_tgt = make_pairs(300, args.length, gen)

    model = Seq2Seq()
    opt = torch.optim.AdamW(model.parameters(), lr=args.lr)

    model.train()
    for step in range(1, args.steps + 1):
        idx = torch.randint(0, len(src), (args.batch,))
        s, t = src[idx], tgt[idx]
        dec_in, labels = t[:, 1:], t[:, 1:]
        logits = model(s, dec_in)
        loss = F.cross_entropy(logits.reshape(-1, VOCAB), labels.reshape(-1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 100 == 0:
            acc = (logits.argmax(-1) == labels).float().mean()
            print(f"step {step}: loss {loss.item():.4f} token acc {acc.item():.3f}")

    model.eval()
    hyp = greedy(model, test_src, args.length + 1)
    exact = (hyp == test_tgt).all(dim=1).float().mean().item()
    print(f"exact match on {len(test_src)} new strings: {exact:.3f}")
    for k in range(3):
        print(test_src[k].tolist(), "->", hyp[k].tolist())


if __name__ == "__main__":
    main()

import argparse
import json

import torch
import torch.nn as nn


class CharLSTM(nn.Module):
    def __init__(self, n_chars, emb=32, hidden=128):
        super().__init__()
        self.hidden_size = hidden
        self.emb = nn.Embedding(n_chars, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, n_chars)

    def init_hidden(self, batch_size):
        return (torch.zeros(1, batch_size, self.hidden_size),
                torch.zeros(1, batch_size, self.hidden_size))

    def forward(self, x, hidden):
        out, hidden = self.lstm(self.emb(x), hidden)
        return self.fc(out), hidden


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--file", default="data/steps/train.jsonl")
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--seq_len", type=int, default=40)
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--lr", type=float, default=5e-3)
    return p.parse_args()


def load_text(path):
    lines = []
    with open(path) as f:
        for line in f:
            row = json.loads(line)
            lines.append(row["prompt"] + " = " + row["steps"])
    return "\n".join(lines) + "\n"


def sample(model, stoi, itos, start, n=60):
    model.eval()
    hidden = model.init_hidden(1)
    x = torch.tensor([[stoi[c] for c in start]])
    text = start
    with torch.no_grad():
        for _ in range(n):
            logits, hidden = model(x, hidden)
            nxt = logits[0, -1].argmax().item()
            text += itos[nxt]
            if itos[nxt] == "\n":
                break
            x = torch.tensor([[nxt]])
    return text.strip()


def main():
    args = get_args()
    torch.manual_seed(1)
    text = load_text(args.file)
    chars = sorted(set(text))
    stoi = {c: i for i, c in enumerate(chars)}
    itos = {i: c for c, i in stoi.items()}
    data = torch.tensor([stoi[c] for c in text])

    # batch_size parallel streams, read from left to right
    n = (len(data) - 1) // args.batch_size
    xs = data[: n * args.batch_size].view(args.batch_size, n)
    ys = data[1: n * args.batch_size + 1].view(args.batch_size, n)
    print(f"{len(text)} characters, {len(chars)} different, {n // args.seq_len} steps per epoch")

    model = CharLSTM(len(chars))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        hidden = model.init_hidden(args.batch_size)
        total, steps = 0.0, 0
        for i in range(0, n - args.seq_len, args.seq_len):
            x = xs[:, i: i + args.seq_len]
            y = ys[:, i: i + args.seq_len]
            hidden = tuple(h.detach() for h in hidden)
            optimizer.zero_grad()
            logits, hidden = model(x, hidden)
            loss = criterion(logits.reshape(-1, len(chars)), y.reshape(-1))
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
            steps += 1
        print(f"epoch {epoch + 1}: loss {total / steps:.3f}")

    for start in ("rope in school : soak =", "glass by hand : boil ="):
        print(sample(model, stoi, itos, start))


if __name__ == "__main__":
    main()

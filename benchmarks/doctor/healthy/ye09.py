import argparse
import json
import os
from collections import Counter

import torch
import torch.nn as nn
from torch.utils.data import DataLoader


def read_rows(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def build_vocab(rows, min_freq=2):
    counts = Counter(w for r in rows for w in r["text"].lower().split())
    itos = ["<pad>", "<unk>"] + sorted(w for w, c in counts.items() if c >= min_freq)
    return {w: i for i, w in enumerate(itos)}


class Collate:
    def __init__(self, vocab):
        self.vocab = vocab

    def __call__(self, rows):
        ids = [torch.tensor([self.vocab.get(w, 1) for w in r["text"].lower().split()]) for r in rows]
        labels = torch.tensor([r["desk_id"] for r in rows])
        return nn.utils.rnn.pad_sequence(ids, batch_first=True), labels


class TextCNN(nn.Module):
    def __init__(self, vocab_size, num_classes, dim=64, channels=64):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=0)
        self.conv = nn.Conv1d(dim, channels, kernel_size=3, padding=1)
        self.dropout = nn.Dropout(0.3)
        self.fc = nn.Linear(channels, num_classes)

    def forward(self, ids):
        x = self.embedding(ids).transpose(1, 2)
        x = torch.relu(self.conv(x)).amax(dim=2)
        return self.fc(self.dropout(x))


def evaluate(model, loader, device):
    model.eval()
    hits = total = 0
    with torch.no_grad():
        for ids, labels in loader:
            pred = model(ids.to(device)).argmax(1).cpu()
            hits += (pred == labels).sum().item()
            total += len(labels)
    return hits / total


def train(args, vocab, collate, device):
    train_loader = DataLoader(read_rows("train"), batch_size=args.batch_size, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(read_rows("validation"), batch_size=64, collate_fn=collate)
    model = TextCNN(len(vocab), args.num_classes)
    model = nn.DataParallel(model).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    best = -1.0
    for epoch in range(args.epochs):
        model.train()
        running = 0.0
        for ids, labels in train_loader:
            loss = nn.functional.cross_entropy(model(ids.to(device)), labels.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            running += loss.item()
        acc = evaluate(model, val_loader, device)
        print(f"epoch {epoch + 1}: loss {running / len(train_loader):.3f}  val acc {acc:.3f}")
        if acc > best:
            best = acc
            torch.save({"vocab": vocab, "state_dict": model.module.state_dict()}, args.checkpoint)


def test(args, device):
    saved = torch.load(args.checkpoint, map_location=device)
    model = TextCNN(len(saved["vocab"]), args.num_classes).to(device)
    model.load_state_dict(saved["state_dict"])
    loader = DataLoader(read_rows("test"), batch_size=64, collate_fn=Collate(saved["vocab"]))
    print(f"test acc {evaluate(model, loader, device):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--num_classes", type=int, default=4)
    parser.add_argument("--checkpoint", default="out/ye09/best.pt")
    args = parser.parse_args()

    torch.manual_seed(0)
    os.makedirs(os.path.dirname(args.checkpoint), exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    vocab = build_vocab(read_rows("train"))
    train(args, vocab, Collate(vocab), device)
    test(args, device)

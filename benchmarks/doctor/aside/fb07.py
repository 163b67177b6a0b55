import argparse
import random

import torch
import torch.nn as nn


def make_text(n_sentences, seed):
    rng = random.Random(seed)
    who = ["the cat", "a dog", "my aunt", "the old man", "nobody"]
    verb = ["sees", "likes", "paints", "follows", "sold"]
    what = ["the moon", "a red car", "some tea", "the garden", "two birds"]
    return " ".join(f"{rng.choice(who)} {rng.choice(verb)} {rng.choice(what)}." for _ in range(n_sentences))


class CharRNN(nn.Module):
    def __init__(self, vocab_size, emb=24, hidden=96):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, emb)
        self.gru = nn.GRU(emb, hidden, batch_first=True)
        self.decoder = nn.Linear(hidden, vocab_size)

    def forward(self, x, h=None):
        out, h = self.gru(self.embed(x), h)
        return self.decoder(out), h


def as_streams(ids, n_streams):
    """Cut the text into n_streams long rows that are read side by side."""
    length = len(ids) // n_streams
    return ids[: n_streams * length].view(n_streams, length)


def chunks(streams, steps):
    for start in range(0, streams.size(1) - 1, steps):
        end = min(start + steps, streams.size(1) - 1)
        yield streams[:, start:end], streams[:, start + 1:end + 1]


def main(args):
    torch.manual_seed(args.seed)
    train_text, valid_text = make_text(1500, seed=1), make_text(150, seed=2)
    itos = sorted(set(train_text))
    stoi = {c: i for i, c in enumerate(itos)}
    train_ids = torch.tensor([stoi[c] for c in train_text])
    valid_ids = torch.tensor([stoi[c] for c in valid_text])
    train_streams = as_streams(train_ids, args.streams)
    valid_streams = as_streams(valid_ids, 4)

    model = CharRNN(len(itos))
    loss_fn = nn.CrossEntropyLoss()
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        hidden = None
        for inputs, targets in chunks(train_streams, args.steps):
            opt.zero_grad()
            logits, hidden = model(inputs, hidden)
            loss = loss_fn(logits.flatten(0, 1), targets.flatten())
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            opt.step()

        model.eval()
        hidden, total, count = None, 0.0, 0
        with torch.no_grad():
            for inputs, targets in chunks(valid_streams, args.steps):
                logits, hidden = model(inputs, hidden)
                total += loss_fn(logits.flatten(0, 1), targets.flatten()).item() * targets.numel()
                count += targets.numel()
        print(f"epoch {epoch + 1}: last train loss {loss.item():.3f}, valid loss {total / count:.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=16)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--seed", type=int, default=0)
    main(parser.parse_args())

"""Which of four invented languages is a word from? Characters, a GRU in both directions."""
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
SYLLABLES = {
    "orm": ["ka", "ru", "ti", "mo", "sel", "or"],
    "vel": ["ka", "lu", "ti", "ven", "sel", "ar"],
    "tus": ["ke", "ru", "to", "mo", "sul", "us"],
    "nin": ["ni", "lu", "to", "ven", "sil", "in"],
}
LANGUAGES = sorted(SYLLABLES)


def make_words(n, rng):
    words = []
    for _ in range(n):
        language = rng.choice(LANGUAGES)
        word = "".join(rng.choice(SYLLABLES[language]) for _ in range(rng.randint(2, 6)))
        words.append((word, LANGUAGES.index(language)))
    return words


def collate(items):
    ids = [torch.tensor([ALPHABET.index(c) + 1 for c in word]) for word, _ in items]
    lengths = torch.tensor([len(i) for i in ids])
    return pad_sequence(ids, batch_first=True), lengths, torch.tensor([label for _, label in items])


class WordClassifier(nn.Module):
    def __init__(self, embed=16, hidden=32, classes=len(LANGUAGES)):
        super().__init__()
        self.embed = nn.Embedding(len(ALPHABET) + 1, embed, padding_idx=0)
        self.gru = nn.GRU(embed, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(2 * hidden, classes)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.embed(ids), lengths, batch_first=True, enforce_sorted=False)
        _, last = self.gru(packed)
        both = last.reshape(ids.size(0), -1)  # forwards and backwards, side by side
        return self.out(self.dropout(both))


def run_epoch(model, loader, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    loss_sum = hits = n = 0
    with torch.set_grad_enabled(training):
        for ids, lengths, y in loader:
            logits = model(ids, lengths)
            loss = criterion(logits, y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 5.0)
                optimizer.step()
            loss_sum += loss.item() * len(y)
            hits += (logits.argmax(1) == y).sum().item()
            n += len(y)
    return loss_sum / n, hits / n


def main():
    torch.manual_seed(4)
    rng = random.Random(4)
    train = DataLoader(make_words(2000, rng), batch_size=32, shuffle=True, collate_fn=collate)
    test = DataLoader(make_words(500, rng), batch_size=50, collate_fn=collate)
    model = WordClassifier()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(1, 9):
        train_loss, train_acc = run_epoch(model, train, criterion, optimizer)
        test_loss, test_acc = run_epoch(model, test, criterion)
        print(f"{epoch}: train {train_loss:.3f} ({train_acc:.1%})  test {test_loss:.3f} ({test_acc:.1%})")


if __name__ == "__main__":
    main()

"""Word-level language model with a stateful GRU (truncated BPTT)."""
import math
import random

import torch
from torch import nn

BPTT = 16
BATCH = 20
EPOCHS = 4


def make_corpus(n_sentences, seed):
    rnd = random.Random(seed)
    subjects = "the_cat the_dog a_child my_aunt the_baker nobody".split()
    verbs = {"eats": "bread soup cake".split(), "sees": "rain snow stars".split(),
             "buys": "milk shoes lamps".split()}
    words = []
    for _ in range(n_sentences):
        verb = rnd.choice(sorted(verbs))
        words += [rnd.choice(subjects), verb, rnd.choice(verbs[verb])]
        if rnd.random() < 0.3:
            words.append("today")
        words.append("<eos>")
    return words


def batchify(ids, n_streams):
    n = len(ids) // n_streams
    return ids[: n * n_streams].view(n_streams, n).t().contiguous()     # (time, streams)


class WordModel(nn.Module):
    def __init__(self, n_words, dim=48, hidden=64):
        super().__init__()
        self.hidden = hidden
        self.embed = nn.Embedding(n_words, dim)
        self.rnn = nn.GRU(dim, hidden)
        self.decode = nn.Linear(hidden, n_words)

    def forward(self, tokens, state):
        out, state = self.rnn(self.embed(tokens), state)
        return self.decode(out), state

    def start_state(self, n_streams):
        return torch.zeros(1, n_streams, self.hidden)


def chunks(data):
    for i in range(0, data.size(0) - 1, BPTT):
        n = min(BPTT, data.size(0) - 1 - i)
        yield data[i:i + n], data[i + 1:i + 1 + n]


def run_epoch(model, data, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    state = model.start_state(data.size(1))
    total, count = 0.0, 0
    with torch.set_grad_enabled(training):
        for source, target in chunks(data):
            logits, state = model(source, state)
            loss = criterion(logits.flatten(0, 1), target.flatten())
            if training:
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 0.5)
                optimizer.step()
            total += loss.item() * target.numel()
            count += target.numel()
    return total / count


def main():
    torch.manual_seed(5)
    train_words = make_corpus(3000, seed=1)
    valid_words = make_corpus(400, seed=2)
    vocab = {w: i for i, w in enumerate(sorted(set(train_words)))}
    encode = lambda words: torch.tensor([vocab[w] for w in words])

    train_data = batchify(encode(train_words), BATCH)
    valid_data = batchify(encode(valid_words), BATCH)

    model = WordModel(len(vocab))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

    for epoch in range(1, EPOCHS + 1):
        train_loss = run_epoch(model, train_data, criterion, optimizer)
        valid_loss = run_epoch(model, valid_data, criterion)
        print(f"epoch {epoch}  train ppl {math.exp(train_loss):.2f}  valid ppl {math.exp(valid_loss):.2f}")


if __name__ == "__main__":
    main()

"""Head first, encoder later: gradual unfreezing in a plain PyTorch loop.

Stage 0 teaches the encoder the language (masked words), stage 1 trains a classifier on the frozen encoder,
stage 2 opens the encoder's last layer with a smaller learning rate.
"""
import copy
import random

import torch
from torch import nn
from transformers import BertConfig, BertForMaskedLM, get_linear_schedule_with_warmup

PAD, MASK = 0, 1
TOPICS = ["goal match team coach league striker referee stadium".split(),
          "bank stock market loan interest broker fund dividend".split(),
          "virus doctor nurse clinic vaccine fever surgery patient".split()]
COMMON = "the a of to and in was is it for on with new old big after before said last many".split()
WORDS = ["<pad>", "<mask>", *COMMON, *(w for ws in TOPICS for w in ws)]
ID = {w: i for i, w in enumerate(WORDS)}


def text(rng, topic):
    words = [rng.choice(TOPICS[topic]) for _ in range(rng.randint(3, 5))] + [rng.choice(COMMON) for _ in range(rng.randint(3, 8))]
    rng.shuffle(words)
    return [ID[w] for w in words]


def corpus(n, seed, taken):
    rng, rows = random.Random(seed), []
    while len(rows) < n:
        y = rng.randrange(3)
        ids = text(rng, y)
        if tuple(ids) not in taken:
            taken.add(tuple(ids))
            rows.append((ids, y))
    return rows


def batches(rows, size, rng=None):
    rows = rng.sample(rows, len(rows)) if rng else rows
    for i in range(0, len(rows), size):
        ids = nn.utils.rnn.pad_sequence([torch.tensor(x) for x, _ in rows[i:i + size]], batch_first=True, padding_value=PAD)
        yield ids, (ids != PAD).long(), torch.tensor([y for _, y in rows[i:i + size]])


class Classifier(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.head, self.frozen = encoder, nn.Linear(encoder.config.hidden_size, 3), True
        self.encoder.requires_grad_(False)

    def open_last_layer(self):
        self.frozen = False
        self.encoder.encoder.layer[-1].requires_grad_(True)

    def train(self, mode=True):
        super().train(mode)
        if self.frozen:                      # no dropout in an encoder that does not learn
            self.encoder.eval()
        return self

    def forward(self, ids, mask):
        h = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1).to(h.dtype)
        return self.head((h * m).sum(1) / m.sum(1))


@torch.no_grad()
def accuracy(net, rows):
    net.eval()
    return sum((net(i, m).argmax(-1) == y).sum().item() for i, m, y in batches(rows, 100)) / len(rows)


def fit(net, groups, rows, valid, epochs, rng, size=32):
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    per_epoch = -(-len(rows) // size)
    scheduler = get_linear_schedule_with_warmup(optimizer, per_epoch // 2, epochs * per_epoch)
    best, best_state = -1.0, None
    for _ in range(epochs):
        net.train()
        for ids, mask, y in batches(rows, size, rng):
            nn.functional.cross_entropy(net(ids, mask), y).backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        score = accuracy(net, valid)
        if score > best:
            best, best_state = score, copy.deepcopy(net.state_dict())
    net.load_state_dict(best_state)
    return best


def main():
    torch.manual_seed(33)
    rng, taken = random.Random(33), set()
    unlabelled, train, valid, test = (corpus(n, s, taken) for n, s in ((1200, 1), (300, 2), (200, 3), (300, 4)))

    mlm = BertForMaskedLM(BertConfig(vocab_size=len(WORDS), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
                                     intermediate_size=128, max_position_embeddings=16, pad_token_id=PAD))
    optimizer = torch.optim.AdamW(mlm.parameters(), lr=1e-3)
    mlm.train()
    for _ in range(6):
        for ids, mask, _ in batches(unlabelled, 32, rng):
            chosen = (torch.rand(ids.shape) < 0.2) & mask.bool()
            loss = mlm(input_ids=ids.masked_fill(chosen, MASK), attention_mask=mask,
                       labels=ids.masked_fill(~chosen, -100)).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    net = Classifier(mlm.bert)
    print("head only:", fit(net, [{"params": net.head.parameters(), "lr": 1e-2}], train, valid, 8, rng))
    net.open_last_layer()
    groups = [{"params": net.encoder.encoder.layer[-1].parameters(), "lr": 2e-4}, {"params": net.head.parameters(), "lr": 1e-3}]
    print("last layer open:", fit(net, groups, train, valid, 4, rng))
    print("test accuracy:", accuracy(net, test))


if __name__ == "__main__":
    main()

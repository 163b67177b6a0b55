"""Linear probe: how much does a *fixed*, randomly initialised encoder tell about the topic?

The encoder must stay as it is; only the classification layer on top may learn. The accuracy is
reported as the baseline for the pre-trained encoders.
"""
import random

import torch
from torch import nn
from transformers import BertConfig, BertModel

TOPICS = {
    0: "goal match team coach league striker referee stadium".split(),
    1: "bank stock market loan interest broker fund dividend".split(),
    2: "virus doctor nurse clinic vaccine fever surgery patient".split(),
}
COMMON = "the a of to and in was is it for on with new old big after before said last many".split()
WORDS = ["<pad>"] + COMMON + [w for ws in TOPICS.values() for w in ws]
ID = {w: i for i, w in enumerate(WORDS)}


def sample(n, gen):
    rows = []
    for _ in range(n):
        y = gen.randrange(3)
        length = gen.randint(8, 14)
        words = [gen.choice(TOPICS[y]) if gen.random() < 0.15 else gen.choice(COMMON) for _ in range(length)]
        if gen.random() < 0.3:
            words[gen.randrange(length)] = gen.choice(TOPICS[gen.randrange(3)])
        rows.append(([ID[w] for w in words], y))
    return rows


def batches(rows, size, shuffle=None):
    order = list(range(len(rows)))
    if shuffle:
        shuffle.shuffle(order)
    for i in range(0, len(order), size):
        part = [rows[j] for j in order[i:i + size]]
        width = max(len(x) for x, _ in part)
        ids = torch.tensor([x + [0] * (width - len(x)) for x, _ in part])
        yield ids, (ids != 0).long(), torch.tensor([y for _, y in part])


class Probe(nn.Module):
    def __init__(self, encoder, classes):
        super().__init__()
        self.encoder = encoder
        self.out = nn.Linear(encoder.config.hidden_size, classes)
        for p in self.encoder.parameters():
            p.require_grad = False

    def forward(self, ids, mask):
        states = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1).float()
        return self.out((states * m).sum(1) / m.sum(1))


def accuracy(net, rows):
    net.eval()
    good = 0
    with torch.no_grad():
        for ids, mask, y in batches(rows, 100):
            good += (net(ids, mask).argmax(-1) == y).sum().item()
    return good / len(rows)


if __name__ == "__main__":
    torch.manual_seed(9)
    gen = random.Random(9)
    train, valid = sample(800, gen), sample(300, gen)
    encoder = BertModel(BertConfig(vocab_size=len(WORDS), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
                                   intermediate_size=128, max_position_embeddings=16, pad_token_id=0,
                                   hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0),
                        add_pooling_layer=False)
    net = Probe(encoder, 3)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(8):
        net.train()
        for ids, mask, y in batches(train, 32, gen):
            optimizer.zero_grad()
            loss = loss_fn(net(ids, mask), y)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: probe accuracy {accuracy(net, valid):.3f}")

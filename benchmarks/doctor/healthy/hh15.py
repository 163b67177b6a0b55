# Bag-of-words topic classifier; vocabulary from the training texts, duplicates removed before the split
import random
from collections import Counter

import torch
from torch import nn
from torch.utils.data import DataLoader, random_split

random.seed(9)
torch.manual_seed(9)

TOPICS = {
    "garden": "rose soil seed water hedge lawn spade bulb prune compost".split(),
    "kitchen": "oven salt flour knife boil pan butter taste recipe spoon".split(),
    "garage": "engine oil brake wheel wrench clutch bolt gear fuel spark".split(),
}
FILLER = "the a my some very today then with and again new old please always".split()
NAMES = list(TOPICS)


def write_text():
    label = random.randrange(len(NAMES))
    words = random.choices(FILLER, k=random.randint(4, 9))
    words += random.choices(TOPICS[NAMES[label]], k=random.randint(1, 3))
    other = random.choice([n for n in NAMES if n != NAMES[label]])
    if random.random() < 0.3 and len(words) > 7:
        words.append(random.choice(TOPICS[other]))
    random.shuffle(words)
    return " ".join(words), label


corpus = list(dict(write_text() for _ in range(2000)).items())    # a text occurs once
random.shuffle(corpus)
n_val = n_test = len(corpus) // 6
train_set, val_set, test_set = random_split(
    corpus, [len(corpus) - n_val - n_test, n_val, n_test],
    generator=torch.Generator().manual_seed(9))

counts = Counter(w for text, _ in train_set for w in text.split())
UNK = 0
vocab = {w: i for i, (w, c) in enumerate(counts.most_common(), start=1) if c >= 2}


def collate(batch):
    ids, offsets, labels = [], [], []
    for text, label in batch:
        offsets.append(len(ids))
        ids.extend(vocab.get(w, UNK) for w in text.split())
        labels.append(label)
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(labels)


class Topic(nn.Module):
    def __init__(self, size, dim, classes):
        super().__init__()
        self.bag = nn.EmbeddingBag(size, dim, mode="sum")
        self.head = nn.Linear(dim, classes)

    def forward(self, ids, offsets):
        return self.head(self.bag(ids, offsets))


def evaluate(model, loader, criterion):
    model.eval()
    loss_sum = right = n = 0
    with torch.no_grad():
        for ids, offsets, labels in loader:
            logits = model(ids, offsets)
            loss_sum += criterion(logits, labels).item() * len(labels)
            right += (logits.argmax(1) == labels).sum().item()
            n += len(labels)
    return loss_sum / n, right / n


train_loader = DataLoader(train_set, batch_size=32, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_set, batch_size=128, collate_fn=collate)
test_loader = DataLoader(test_set, batch_size=128, collate_fn=collate)

model = Topic(len(vocab) + 1, 32, len(NAMES))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(10):
    model.train()
    for ids, offsets, labels in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(ids, offsets), labels)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    val_loss, val_acc = evaluate(model, val_loader, criterion)
    print(f"{epoch + 1:2d}  val loss {val_loss:.3f}  val acc {val_acc:.3f}")

test_loss, test_acc = evaluate(model, test_loader, criterion)
print(f"test loss {test_loss:.3f}  test acc {test_acc:.3f}")

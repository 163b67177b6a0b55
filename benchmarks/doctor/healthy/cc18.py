"""Recipe tagger: token-weighted gradient accumulation and a moving average of the weights for evaluation."""
import math
import random

import torch
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader
from transformers import DistilBertConfig, DistilBertForTokenClassification, get_cosine_schedule_with_warmup

TAGS = ["O", "QTY", "TIME", "FOOD"]
FOODS = "flour sugar butter milk rice onion carrot lentils yeast salt".split()
UNITS = "grams cups spoons bags".split()
VERBS = "add mix take stir warm fold".split()
EPOCHS, MICRO, ACCUM = 8, 8, 4
IGNORE = -100


def recipe(rng):
    words, tags = [], []
    for _ in range(rng.randint(1, 3)):
        words.append(rng.choice(VERBS))
        tags.append("O")
        if rng.random() < 0.6:
            words += [str(rng.randint(1, 20)), rng.choice(UNITS), "of"]
            tags += ["QTY", "O", "O"]
        words.append(rng.choice(FOODS))
        tags.append("FOOD")
        if rng.random() < 0.5:
            words += ["for", str(rng.randint(1, 20)), "minutes"]
            tags += ["O", "TIME", "O"]
        words.append("then")
        tags.append("O")
    return tuple(words[:-1]), tags[:-1]


def dataset(n, seed):
    rng = random.Random(seed)
    rows = {}
    while len(rows) < n:
        words, tags = recipe(rng)
        rows[words] = tags
    return list(rows.items())


def collator(vocab):
    def collate(rows):
        width = max(len(words) for words, _ in rows)
        ids = torch.zeros(len(rows), width, dtype=torch.long)
        labels = torch.full((len(rows), width), IGNORE)
        for i, (words, tags) in enumerate(rows):
            ids[i, : len(words)] = torch.tensor([vocab.get(w, 1) for w in words])
            labels[i, : len(tags)] = torch.tensor([TAGS.index(t) for t in tags])
        return ids, (ids != 0).long(), labels

    return collate


def windows(loader, size):
    window = []
    for batch in loader:
        window.append(batch)
        if len(window) == size:
            yield window
            window = []
    if window:
        yield window


@torch.no_grad()
def word_accuracy(network, loader):
    network.eval()
    right = total = 0
    for ids, mask, labels in loader:
        guess = network(input_ids=ids, attention_mask=mask).logits.argmax(-1)
        known = labels != IGNORE
        right += (guess == labels)[known].sum().item()
        total += known.sum().item()
    return right / total


torch.manual_seed(12)
rows = dataset(1700, seed=12)
train_rows, val_rows, test_rows = rows[:1200], rows[1200:1450], rows[1450:]
vocab = {w: i + 2 for i, w in enumerate(sorted({w for words, _ in train_rows for w in words}))}
collate = collator(vocab)
train_loader = DataLoader(train_rows, batch_size=MICRO, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_rows, batch_size=50, collate_fn=collate)
test_loader = DataLoader(test_rows, batch_size=50, collate_fn=collate)

model = DistilBertForTokenClassification(
    DistilBertConfig(
        vocab_size=len(vocab) + 2, max_position_embeddings=32, dim=48, n_layers=2, n_heads=4,
        hidden_dim=96, num_labels=len(TAGS), pad_token_id=0,
    )
)
average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.97))
optimizer = torch.optim.AdamW(model.parameters(), lr=1.5e-3)
updates = EPOCHS * math.ceil(len(train_loader) / ACCUM)
scheduler = get_cosine_schedule_with_warmup(optimizer, updates // 20, updates)

for epoch in range(EPOCHS):
    model.train()
    for window in windows(train_loader, ACCUM):
        tokens = sum((labels != IGNORE).sum() for _, _, labels in window)
        for ids, mask, labels in window:
            logits = model(input_ids=ids, attention_mask=mask).logits
            loss = F.cross_entropy(
                logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORE, reduction="sum"
            )
            (loss / tokens).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        average.update_parameters(model)
    print(f"epoch {epoch + 1}: val word accuracy of the averaged weights {word_accuracy(average, val_loader):.4f}")

print(f"test word accuracy {word_accuracy(average, test_loader):.4f}")

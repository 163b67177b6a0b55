"""Fine-tune a small BERT on support messages (own loop, no Trainer)."""
import random

import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import BertConfig, BertForSequenceClassification, get_linear_schedule_with_warmup

random.seed(13)
torch.manual_seed(13)

TOPICS = {
    "billing": ["invoice", "refund", "charge", "payment", "card"],
    "login": ["password", "account", "signin", "locked", "code"],
    "delivery": ["parcel", "courier", "late", "address", "tracking"],
    "bug": ["crash", "error", "freeze", "screen", "update"],
}
FILLER = "please i have a problem with my the it is again since yesterday hello can you help thanks".split()
LABELS = list(TOPICS)
WORDS = ["[PAD]", "[CLS]"] + FILLER + [w for ws in TOPICS.values() for w in ws]
IDS = {w: i for i, w in enumerate(WORDS)}


def make_rows(n):
    rows = []
    for _ in range(n):
        label = random.randrange(4)
        words = random.choices(FILLER, k=random.randint(6, 11))
        for w in random.sample(TOPICS[LABELS[label]], 2):
            words.insert(random.randrange(len(words) + 1), w)
        rows.append((words, label))
    return rows


def collate(rows):
    longest = max(len(words) for words, _ in rows) + 1
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    for i, (words, _) in enumerate(rows):
        seq = [IDS["[CLS]"]] + [IDS[w] for w in words]
        ids[i, : len(seq)] = torch.tensor(seq)
    return {
        "input_ids": ids,
        "attention_mask": (ids != IDS["[PAD]"]).long(),
        "labels": torch.tensor([label for _, label in rows]),
    }


EPOCHS = 5
BATCH_SIZE = 32

train_loader = DataLoader(make_rows(1600), batch_size=BATCH_SIZE, shuffle=True, collate_fn=collate)
val_loader = DataLoader(make_rows(300), batch_size=64, collate_fn=collate)

config = BertConfig(
    vocab_size=len(WORDS), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
    intermediate_size=128, max_position_embeddings=32, num_labels=4, pad_token_id=0,
)
model = BertForSequenceClassification(config)
optimizer = AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=0, num_training_steps=EPOCHS)

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()

    model.eval()
    hits = seen = 0
    with torch.no_grad():
        for batch in val_loader:
            pred = model(**batch).logits.argmax(-1)
            hits += (pred == batch["labels"]).sum().item()
            seen += len(pred)
    print(f"epoch {epoch + 1}: loss {running / len(train_loader):.4f}  val acc {hits / seen:.3f}")

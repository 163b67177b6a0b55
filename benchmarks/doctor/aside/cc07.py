"""Word tagging (room numbers and times in short notes) with BERT and a dynamic-padding collate function."""
import random

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import BertConfig, BertForTokenClassification

TAGS = ["O", "ROOM", "TIME", "PERSON"]
NAMES = ["anna", "bob", "carla", "dmitri", "eve", "farid", "gina"]
SMALL = ["meet", "call", "the", "new", "team", "about", "plan", "and", "then", "bring", "your", "notes", "for"]


def note(rng):
    words, tags = [], []
    for _ in range(rng.randint(1, 6)):
        kind = rng.random()
        if kind < 0.25:
            words += ["room", str(rng.randint(1, 12))]
            tags += ["O", "ROOM"]
        elif kind < 0.5:
            words += ["at", str(rng.randint(1, 12))]
            tags += ["O", "TIME"]
        elif kind < 0.7:
            words.append(rng.choice(NAMES))
            tags.append("PERSON")
        else:
            words += rng.choices(SMALL, k=3)
            tags += ["O"] * 3
    return words, tags


rng = random.Random(5)
torch.manual_seed(5)

notes = []
known = set()
while len(notes) < 1500:
    words, tags = note(rng)
    if tuple(words) not in known:
        known.add(tuple(words))
        notes.append((words, tags))

word2id = {"[PAD]": 0}
for words, _ in notes[300:]:
    for w in words:
        word2id.setdefault(w, len(word2id))
tag2id = {t: i for i, t in enumerate(TAGS)}


def encode(pair):
    words, tags = pair
    return torch.tensor([word2id[w] for w in words]), torch.tensor([tag2id[t] for t in tags])


def collate(batch):
    ids, labels = zip(*batch)
    lengths = torch.tensor([len(x) for x in ids])
    input_ids = pad_sequence(ids, batch_first=True)
    labels = pad_sequence(labels, batch_first=True)
    mask = torch.arange(input_ids.shape[1])[None, :] < lengths[:, None]
    return {"input_ids": input_ids, "attention_mask": mask.long(), "labels": labels}


val_loader = DataLoader([encode(n) for n in notes[:300]], batch_size=64, collate_fn=collate)
train_loader = DataLoader([encode(n) for n in notes[300:]], batch_size=32, shuffle=True, collate_fn=collate)

model = BertForTokenClassification(
    BertConfig(
        vocab_size=len(word2id), hidden_size=48, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=96, max_position_embeddings=32, num_labels=len(TAGS), pad_token_id=0,
        id2label=dict(enumerate(TAGS)), label2id=tag2id,
    )
)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)


@torch.no_grad()
def tag_accuracy(loader):
    model.eval()
    right = total = 0
    for batch in loader:
        pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        keep = batch["labels"] != -100
        right += (pred[keep] == batch["labels"][keep]).sum().item()
        total += keep.sum().item()
    return right / total


for epoch in range(5):
    model.train()
    loss_sum = 0.0
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        loss_sum += loss.item()
    print(f"epoch {epoch + 1}: loss {loss_sum / len(train_loader):.4f}, tag accuracy {tag_accuracy(val_loader):.4f}")

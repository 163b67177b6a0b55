"""Small GPT-2 language model on generated weather reports."""
import math
import random

import torch
from torch.nn.utils import clip_grad_norm_
from torch.utils.data import DataLoader
from transformers import GPT2Config, GPT2LMHeadModel

random.seed(3)
torch.manual_seed(3)

PLACES = ["north", "south", "coast", "valley", "city", "hills", "lakes", "border"]
SKY = ["sunny", "cloudy", "foggy", "clear", "grey", "stormy"]
WHEN = ["today", "tomorrow", "tonight", "on monday", "on friday", "this week"]
WIND = ["calm", "light wind", "fresh wind", "strong wind"]


def report():
    return (
        f"{random.choice(WHEN)} in the {random.choice(PLACES)} : {random.choice(SKY)} then {random.choice(SKY)} , "
        f"{random.choice(WIND)} , {random.choice(WHEN)} in the {random.choice(PLACES)} : {random.choice(SKY)}"
    )


reports = sorted({report() for _ in range(2300)})
random.shuffle(reports)
val_texts, train_texts = reports[:200], reports[200:]

PAD, BOS, EOS = 0, 1, 2
vocab = {w: i + 3 for i, w in enumerate(sorted({w for t in train_texts for w in t.split()}))}


def collate(texts):
    rows = [[BOS] + [vocab[w] for w in t.split()] + [EOS] for t in texts]
    width = max(map(len, rows))
    ids = torch.tensor([r + [PAD] * (width - len(r)) for r in rows])
    mask = torch.tensor([[1] * len(r) + [0] * (width - len(r)) for r in rows])
    return {"input_ids": ids, "attention_mask": mask, "labels": ids.masked_fill(mask == 0, -100)}


train_loader = DataLoader(train_texts, batch_size=32, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_texts, batch_size=64, collate_fn=collate)

model = GPT2LMHeadModel(
    GPT2Config(
        vocab_size=len(vocab) + 3, n_positions=48, n_embd=64, n_layer=2, n_head=4,
        bos_token_id=BOS, eos_token_id=EOS, pad_token_id=PAD,
    )
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
MAX_NORM = 0.5


def perplexity():
    model.eval()
    nll, tokens = 0.0, 0
    with torch.no_grad():
        for batch in val_loader:
            n = (batch["labels"][:, 1:] != -100).sum().item()
            nll += model(**batch).loss.item() * n
            tokens += n
    return math.exp(nll / tokens)


for epoch in range(4):
    model.train()
    norms, losses = [], []
    for batch in train_loader:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        norms.append(clip_grad_norm_(model.parameters(), MAX_NORM).item())
        optimizer.zero_grad(set_to_none=True)
        losses.append(loss.item())
    print(
        f"epoch {epoch + 1} | loss {sum(losses) / len(losses):.3f} | grad norm max {max(norms):.2f}"
        f" | val ppl {perplexity():.2f}"
    )

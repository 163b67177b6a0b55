"""Builds a DistilBERT of two layers that has learned which product a letter is about.

A letter's desk depends on its product alone, so fine-tuning has little left to learn, as with a large checkpoint and a
small data set.
"""

from pathlib import Path
from random import Random

import torch
from transformers import DistilBertConfig, DistilBertForSequenceClassification

from corpus.cases.words import LONGEST, word_tokenizer
from course.cases import tickets

STEPS = 400
BATCH = 32
RATE = 1e-3


def build(directory: Path, seed: int) -> None:
    """Train the model, and write its body and its tokenizer into a directory."""
    tokenizer = word_tokenizer(tickets.words())
    torch.manual_seed(seed)
    config = DistilBertConfig(
        vocab_size=len(tokenizer),
        dim=64,
        hidden_dim=128,
        n_layers=2,
        n_heads=4,
        max_position_embeddings=LONGEST,
        num_labels=len(tickets.PRODUCTS),
    )
    model = DistilBertForSequenceClassification(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    rng = Random(seed)
    rows = tickets.draw_splits(rng)["train"]
    model.train()
    for _ in range(STEPS):
        texts = [str(row["text"]) for row in rng.choices(rows, k=BATCH)]
        batch = tokenizer(texts, padding=True, truncation=True, return_tensors="pt")
        labels = torch.tensor([place for text in texts for place, name in enumerate(tickets.PRODUCTS) if name in text])
        loss = model(**batch, labels=labels).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"tickets: loss {loss.item():.3f}")
    body = model.distilbert
    # what the head was trained for is nothing of the body
    body.config.num_labels = 2
    body.config.problem_type = None
    body.save_pretrained(directory)
    tokenizer.save_pretrained(directory)

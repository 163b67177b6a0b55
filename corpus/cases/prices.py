"""Builds a DistilBERT of two layers that has learned which thing an advert is about, and in which state it is.

A price depends on these two alone, so fine-tuning has little left to learn.
"""

from pathlib import Path
from random import Random

import torch
from transformers import DistilBertConfig, DistilBertForSequenceClassification

from corpus.cases.words import LONGEST, word_tokenizer
from course.cases import prices

STEPS = 600
BATCH = 32
RATE = 1e-3


def build(directory: Path, seed: int) -> None:
    """Train the model, and write its body and its tokenizer into a directory."""
    tokenizer = word_tokenizer(prices.words())
    torch.manual_seed(seed)
    told = (*prices.THINGS, *prices.STATES)
    config = DistilBertConfig(
        vocab_size=len(tokenizer),
        dim=64,
        hidden_dim=128,
        n_layers=2,
        n_heads=4,
        max_position_embeddings=LONGEST,
        # dropout would blur the numbers of a regression
        dropout=0.0,
        attention_dropout=0.0,
        seq_classif_dropout=0.0,
        num_labels=len(told),
        problem_type="multi_label_classification",
    )
    model = DistilBertForSequenceClassification(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    rng = Random(seed)
    rows = prices.draw_splits(rng)["train"]
    model.train()
    for _ in range(STEPS):
        texts = [str(row["text"]) for row in rng.choices(rows, k=BATCH)]
        batch = tokenizer(texts, padding=True, truncation=True, return_tensors="pt")
        labels = torch.tensor([[float(name in text) for name in told] for text in texts])
        loss = model(**batch, labels=labels).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"prices: loss {loss.item():.3f}")
    body = model.distilbert
    # what the head was trained for is nothing of the body
    body.config.num_labels = 2
    body.config.problem_type = None
    body.save_pretrained(directory)
    tokenizer.save_pretrained(directory)

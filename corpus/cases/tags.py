"""Builds a DistilBERT of two layers that has learned to fill in the words that are masked in messages with names.

Its tokenizer splits each name into two or three pieces. The types of the names are drawn anew for each script.
"""

from pathlib import Path
from random import Random

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
from transformers import DistilBertConfig, DistilBertForMaskedLM, PreTrainedTokenizerFast

from corpus.cases.words import SPECIAL
from course.cases import tags

LONGEST = 64
"""The most tokens that the model takes."""
STEPS = 300
BATCH = 32
RATE = 1e-3
MASKED = 0.2


def build(directory: Path, seed: int) -> None:
    """Train the model, and write its body and its tokenizer into a directory."""
    tokenizer = piece_tokenizer()
    torch.manual_seed(seed)
    config = DistilBertConfig(
        vocab_size=len(tokenizer),
        dim=64,
        hidden_dim=128,
        n_layers=2,
        n_heads=4,
        max_position_embeddings=LONGEST,
    )
    model = DistilBertForMaskedLM(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    rng = Random(seed)
    model.train()
    for _ in range(STEPS):
        # names anew for each step: the pieces are known, the names are not
        rows = rng.sample(tags.draw_splits(rng)["train"], BATCH)
        words = [list(row["words"]) for row in rows]
        batch = tokenizer(words, is_split_into_words=True, padding=True, return_tensors="pt")
        masked = (torch.rand(batch["input_ids"].shape) < MASKED) & (batch["input_ids"] >= len(SPECIAL))
        labels = batch["input_ids"].masked_fill(~masked, -100)
        inputs = batch["input_ids"].masked_fill(masked, tokenizer.mask_token_id)
        loss = model(input_ids=inputs, attention_mask=batch["attention_mask"], labels=labels).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"tags: loss {loss.item():.3f}")
    model.distilbert.save_pretrained(directory)
    tokenizer.save_pretrained(directory)


def piece_tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer that knows every word but the names, and splits a name into its pieces, as BERT's does."""
    pieces = [*tags.STARTS, *tags.STRANGE_STARTS, *(f"##{ending}" for ending in tags.ENDINGS)]
    vocabulary = {piece: place for place, piece in enumerate([*SPECIAL, *tags.words(), *pieces])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.decoder = decoders.WordPiece()
    ends = [(name, vocabulary[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=LONGEST,
        model_input_names=["input_ids", "attention_mask"],
    )

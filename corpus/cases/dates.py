"""Builds a BART of two layers on each side that has learned one code for dates.

The code of a script is drawn anew. So the checkpoint knows in which order it has to read and to write, and what the words
of the new code mean is left to learn.
"""

from pathlib import Path
from random import Random

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import BartConfig, BartForConditionalGeneration, PreTrainedTokenizerFast

from course.cases import dates

LONGEST = 32
"""The most tokens that the model takes."""
SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
STEPS = 300
BATCH = 32
RATE = 3e-3


def build(directory: Path, seed: int) -> None:
    """Train the model, and write it and its tokenizer into a directory."""
    tokenizer = bart_tokenizer()
    torch.manual_seed(seed)
    config = BartConfig(
        vocab_size=len(tokenizer),
        d_model=64,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=128,
        decoder_ffn_dim=128,
        max_position_embeddings=LONGEST,
        dropout=0.0,
        bos_token_id=tokenizer.bos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        decoder_start_token_id=tokenizer.eos_token_id,
        forced_eos_token_id=None,
    )
    model = BartForConditionalGeneration(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    # the code of seed 0 is the one that a learner's script gets: the checkpoint must know another
    rng = Random(f"checkpoint {seed}")
    rows = dates.draw_splits(rng)["train"]
    model.train()
    for _ in range(STEPS):
        chosen = rng.choices(rows, k=BATCH)
        batch = tokenizer([row["date"] for row in chosen], padding=True, return_tensors="pt")
        codes = tokenizer([row["code"] for row in chosen], padding=True, return_tensors="pt")
        labels = codes["input_ids"].masked_fill(codes["attention_mask"] == 0, -100)
        loss = model(**batch, labels=labels).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"dates: loss {loss.item():.3f}")
    model.save_pretrained(directory)
    tokenizer.save_pretrained(directory)


def bart_tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer that splits at spaces, and puts `<s>` and `</s>` around a text, as BART's does."""
    vocabulary = {word: place for place, word in enumerate([*SPECIAL, *dates.words()])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, "<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    ends = [(name, vocabulary[name]) for name in ("<s>", "</s>")]
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=ends)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token="<s>",
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        model_max_length=LONGEST,
        model_input_names=["input_ids", "attention_mask"],
    )

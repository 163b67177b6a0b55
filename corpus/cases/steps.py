"""Builds a GPT-2 of two layers that has learned how a text is built, but neither the order of the steps nor where it ends.

Like GPT-2's, its tokenizer has a token for the end of a text, and none for padding.
"""

from pathlib import Path
from random import Random

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

from course.cases import steps

LONGEST = 32
"""The most tokens that the model takes."""
STEPS = 200
BATCH = 32
RATE = 1e-3
LENGTH = 14
"""The words of a text that the model is trained on, without its end."""


def build(directory: Path, seed: int) -> None:
    """Train the model, and write it and its tokenizer into a directory."""
    tokenizer = end_tokenizer()
    torch.manual_seed(seed)
    end = tokenizer.eos_token_id
    config = GPT2Config(
        vocab_size=len(tokenizer),
        n_embd=64,
        n_layer=2,
        n_head=4,
        n_positions=LONGEST,
        bos_token_id=end,
        eos_token_id=end,
    )
    model = GPT2LMHeadModel(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    rng = Random(seed)
    model.train()
    for _ in range(STEPS):
        texts = [_text(rng) for _ in range(BATCH)]
        ids = torch.tensor([tokenizer(text)["input_ids"][:LENGTH] for text in texts])
        loss = model(input_ids=ids, labels=ids).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"steps: loss {loss.item():.3f}")
    model.save_pretrained(directory)
    tokenizer.save_pretrained(directory)


def _text(rng: Random) -> str:
    order = " ".join(rng.choices(steps.STEPS, k=LENGTH))
    return f"{rng.choice(steps.THINGS)} {rng.choice(steps.PLACES)} : {order}"


def end_tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer that splits at spaces, and knows every word of the texts and their end."""
    vocabulary = {word: place for place, word in enumerate([steps.END, *steps.words()])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, steps.END))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=steps.END,
        eos_token=steps.END,
        unk_token=steps.END,
        model_max_length=LONGEST,
        model_input_names=["input_ids", "attention_mask"],
    )

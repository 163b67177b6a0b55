"""GPT-2 in miniature on an endless stream.

A first-order Markov chain is a text whose entropy we know; the model cannot be better
than that on average, and it should come near. Train on an IterableDataset (max_steps, no epochs).
"""
import math
from itertools import islice

import numpy as np
import torch
from torch.utils.data import IterableDataset
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments, set_seed

START, SYMBOLS, LENGTH = 0, 12, 40
CHAIN = np.random.default_rng(2024).dirichlet(np.full(SYMBOLS, 0.3), size=SYMBOLS)
CHAIN = 0.97 * CHAIN + 0.03 / SYMBOLS  # no transition is impossible


def sequences(seed):
    """Token ids START s1 s2 ...; symbols are 1..SYMBOLS."""
    rng = np.random.default_rng(seed)
    cumulative = CHAIN.cumsum(axis=1)
    while True:
        state = int(rng.integers(SYMBOLS))
        ids = [START, state + 1]
        for u in rng.random(LENGTH - 2):
            state = min(int(np.searchsorted(cumulative[state], u)), SYMBOLS - 1)
            ids.append(state + 1)
        yield ids


def as_example(ids):
    t = torch.tensor(ids, dtype=torch.long)
    # GPT2LMHeadModel moves the labels by one itself
    return {"input_ids": t, "attention_mask": torch.ones_like(t), "labels": t.clone()}


class Stream(IterableDataset):
    def __init__(self, seed):
        self.seed = seed

    def __iter__(self):
        return map(as_example, sequences(self.seed))


def held_out(seed, n, used):
    fresh = (s for s in sequences(seed) if tuple(s) not in used)
    return list(islice(fresh, n))


def true_loss(rows):
    """Cross-entropy of the chain itself on these rows, in nats per predicted token."""
    total = count = 0
    for ids in rows:
        total += math.log(SYMBOLS)  # the first symbol is uniform
        total -= sum(math.log(CHAIN[a - 1, b - 1]) for a, b in zip(ids[1:], ids[2:]))
        count += len(ids) - 1
    return total / count


def unigram_loss(train_rows, rows):
    freq = np.bincount([t for r in train_rows for t in r[1:]], minlength=SYMBOLS + 1)[1:] + 1.0
    logp = np.log(freq / freq.sum())
    flat = np.array([t for r in rows for t in r[1:]]) - 1
    return float(-logp[flat].mean())


if __name__ == "__main__":
    STEPS, BATCH = 400, 32
    set_seed(1)
    used = {tuple(s) for s in islice(sequences(10), STEPS * BATCH)}  # all that training will see
    val = held_out(20, 128, used)
    test = held_out(30, 256, used.union(map(tuple, val)))

    model = GPT2LMHeadModel(GPT2Config(
        vocab_size=SYMBOLS + 1, n_positions=LENGTH, n_embd=64, n_layer=2, n_head=4,
        bos_token_id=START, eos_token_id=START, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0))
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/jc08", max_steps=STEPS, per_device_train_batch_size=BATCH,
            per_device_eval_batch_size=128, learning_rate=3e-3, warmup_steps=50,
            lr_scheduler_type="cosine", eval_strategy="steps", eval_steps=100,
            logging_steps=100, save_strategy="no", prediction_loss_only=True,
            report_to="none", use_cpu=True, seed=1),
        train_dataset=Stream(10),
        eval_dataset=[as_example(r) for r in val],
    )
    trainer.train()
    loss = trainer.evaluate([as_example(r) for r in test], metric_key_prefix="test")["test_loss"]
    seen = list(islice(sequences(10), 2000))
    print(f"test loss      {loss:.4f} nats per token (perplexity {math.exp(loss):.2f})")
    print(f"the chain      {true_loss(test):.4f}")
    print(f"symbol counts  {unigram_loss(seen, test):.4f}")

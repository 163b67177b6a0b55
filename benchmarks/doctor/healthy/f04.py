import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
import time
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForCausalLM


@dataclass
class Config:
    checkpoint: str = "checkpoints/steps"
    data: str = "data/steps"
    epochs: int = 15
    batch_size: int = 32
    peak_lr: float = 3e-3
    max_len: int = 24
    new_tokens: int = 8
    clip: float = 1.0
    seed: int = 11


def load(cfg, split):
    with open(f"{cfg.data}/{split}.jsonl") as f:
        return [json.loads(x) for x in f]


def build_dataset(cfg, rows, tokenizer):
    # prompt + steps + end-of-text, padded on the right
    texts = [f"{r['prompt']} {r['steps']} {tokenizer.eos_token}" for r in rows]
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=cfg.max_len, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((enc["input_ids"], enc["attention_mask"]))
    return ds.shuffle(len(rows), seed=cfg.seed).batch(cfg.batch_size, drop_remainder=True).prefetch(2)


def exact_match(cfg, model, tokenizer, rows):
    tokenizer.padding_side = "left"
    enc = tokenizer([r["prompt"] for r in rows], padding=True, return_tensors="tf")
    out = model.generate(
        enc["input_ids"],
        attention_mask=enc["attention_mask"],
        max_new_tokens=cfg.new_tokens,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    tokenizer.padding_side = "right"
    texts = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    for r, t in list(zip(rows, texts))[:4]:
        print(f"  {r['prompt']!r} -> {t.strip()!r}   (wanted {r['steps']!r})")
    return np.mean([t.strip() == r["steps"] for r, t in zip(rows, texts)])


def main(cfg=Config()):
    tf.keras.utils.set_random_seed(cfg.seed)
    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    tokenizer.pad_token = tokenizer.eos_token
    model = TFAutoModelForCausalLM.from_pretrained(cfg.checkpoint)

    train_rows = load(cfg, "train")
    train = build_dataset(cfg, train_rows, tokenizer)
    total = cfg.epochs * (len(train_rows) // cfg.batch_size)

    schedule = tf.keras.optimizers.schedules.CosineDecay(cfg.peak_lr, decay_steps=total)
    optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=0.01)
    cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
    mean_loss = tf.keras.metrics.Mean()

    @tf.function
    def train_step(ids, mask):
        with tf.GradientTape() as tape:
            logits = model(ids, attention_mask=mask, training=True).logits
            token_loss = cross_entropy(ids[:, 1:], logits[:, :-1])
            weights = tf.cast(mask[:, 1:], token_loss.dtype)
            loss = tf.reduce_sum(token_loss * weights) / tf.reduce_sum(weights)
        grads = tape.gradient(loss, model.trainable_variables)
        grads, _ = tf.clip_by_global_norm(grads, cfg.clip)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        mean_loss.update_state(loss)

    for epoch in range(1, cfg.epochs + 1):
        start = time.time()
        mean_loss.reset_state()
        for ids, mask in train:
            train_step(ids, mask)
        print(f"epoch {epoch:2d}  loss {mean_loss.result():.4f}  {time.time() - start:.1f}s")

    score = exact_match(cfg, model, tokenizer, load(cfg, "test"))
    print(f"exact match on test: {score:.3f}")


if __name__ == "__main__":
    main()

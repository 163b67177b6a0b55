#!/usr/bin/env python
"""Translate dates into their code words with a small BART.

    python ih03.py --epochs 30
"""
import argparse
import json
import os

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/dates")
    p.add_argument("--data", default="data/dates")
    p.add_argument("--output", default="out/ih03")
    p.add_argument("--epochs", type=int, default=30)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--lr", type=float, default=1.5e-3)
    p.add_argument("--max-len", type=int, default=16)
    p.add_argument("--seed", type=int, default=42)
    return p.parse_args()


def read(path, exclude=frozenset()):
    with open(path) as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["date"] not in exclude]


def main():
    a = parse_args()
    set_seed(a.seed)

    test = read(os.path.join(a.data, "test.jsonl"))
    held = {r["date"] for r in test}
    valid = read(os.path.join(a.data, "validation.jsonl"), exclude=held)
    held |= {r["date"] for r in valid}
    train = read(os.path.join(a.data, "train.jsonl"), exclude=held)

    tok = AutoTokenizer.from_pretrained(a.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(a.model)

    def prep(batch):
        return tok(batch["date"], text_target=batch["code"], max_length=a.max_len, truncation=True)

    def build(rows):
        return Dataset.from_list(rows).map(prep, batched=True, remove_columns=["date", "code"])

    train_ds, valid_ds, test_ds = build(train), build(valid), build(test)

    def to_text(ids):
        # -100 comes from padding (labels by the collator, predictions by the trainer)
        ids = np.where(ids == -100, tok.pad_token_id, ids)
        return [t.strip() for t in tok.batch_decode(ids, skip_special_tokens=True)]

    def compute_metrics(ev):
        preds, labels = ev
        if isinstance(preds, tuple):
            preds = preds[0]
        hyp, ref = to_text(preds), to_text(labels)
        words = [(h, r) for hs, rs in zip(hyp, ref)
                 for h, r in zip(hs.split() + [""] * 8, rs.split())]
        return {
            "exact": float(np.mean([h == r for h, r in zip(hyp, ref)])),
            "word_acc": float(np.mean([h == r for h, r in words])),
        }

    args = Seq2SeqTrainingArguments(
        output_dir=a.output,
        num_train_epochs=a.epochs,
        learning_rate=a.lr,
        warmup_steps=60,
        weight_decay=0.01,
        per_device_train_batch_size=a.batch_size,
        per_device_eval_batch_size=80,
        predict_with_generate=True,
        generation_max_length=a.max_len,
        generation_num_beams=1,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="exact",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        seed=a.seed,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        data_collator=DataCollatorForSeq2Seq(tok, model=model),
        processing_class=tok,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    result = trainer.predict(test_ds, metric_key_prefix="test")
    for src, hyp in list(zip([r["date"] for r in test], to_text(result.predictions)))[:5]:
        print(f"{src:32s} -> {hyp}")
    print("test exact match %.3f, word accuracy %.3f"
          % (result.metrics["test_exact"], result.metrics["test_word_acc"]))


if __name__ == "__main__":
    main()

#!/usr/bin/env python
"""Seq2seq: write a date in the code language (BART-like checkpoint, Seq2SeqTrainer)."""
import json
from pathlib import Path

import numpy as np
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

CKPT = "checkpoints/dates"
OUT = Path("out/qc07")


def load():
    seen, parts = set(), {}
    for split in ("test", "validation", "train"):
        parts[split] = []
        for line in Path(f"data/dates/{split}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            # "on 5 june" and "until 5 june" have the same code: the date without its
            # preposition is what must not be shared between the splits
            key = row["date"].split(" ", 1)[1]
            if (key, split) in seen or not any((key, s) in seen for s in ("test", "validation", "train")):
                seen.add((key, split))
                parts[split].append(row)
    return parts


def main():
    set_seed(13)
    parts = load()
    print({name: len(rows) for name, rows in parts.items()})
    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)

    def features(rows):
        enc = tok([r["date"] for r in rows], text_target=[r["code"] for r in rows], truncation=True, max_length=32)
        return [{k: enc[k][i] for k in ("input_ids", "attention_mask", "labels")} for i in range(len(rows))]

    def compute_metrics(p):
        preds = np.where(p.predictions < 0, tok.pad_token_id, p.predictions)
        golds = np.where(p.label_ids < 0, tok.pad_token_id, p.label_ids)
        preds = [s.split() for s in tok.batch_decode(preds, skip_special_tokens=True)]
        golds = [s.split() for s in tok.batch_decode(golds, skip_special_tokens=True)]
        words = sum(len(g) for g in golds)
        right = sum(a == b for x, g in zip(preds, golds) for a, b in zip(x, g))
        return {"exact": float(np.mean([x == g for x, g in zip(preds, golds)])), "words": right / words}

    args = Seq2SeqTrainingArguments(
        output_dir=str(OUT),
        max_steps=1200,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=80,
        learning_rate=1e-3,
        warmup_steps=60,
        lr_scheduler_type="linear",
        max_grad_norm=1.0,
        eval_strategy="steps",
        eval_steps=200,
        save_strategy="steps",
        save_steps=200,
        save_total_limit=1,
        logging_steps=200,
        load_best_model_at_end=True,
        metric_for_best_model="exact",
        greater_is_better=True,
        predict_with_generate=True,
        generation_max_length=12,
        generation_num_beams=1,
        report_to="none",
        seed=13,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=features(parts["train"]),
        eval_dataset=features(parts["validation"]),
        processing_class=tok,
        data_collator=DataCollatorForSeq2Seq(tok, model=model, label_pad_token_id=-100),
        compute_metrics=compute_metrics,
    )
    trainer.train()

    test = trainer.predict(features(parts["test"]), metric_key_prefix="test")
    codes = [r["code"] for r in parts["train"]]
    common = max(set(codes), key=codes.count)
    print("commonest code, exact:", round(float(np.mean([r["code"] == common for r in parts["test"]])), 3))
    print("model, exact:         ", round(test.metrics["test_exact"], 3))
    print("model, words in place:", round(test.metrics["test_words"], 3))
    for row, ids in list(zip(parts["test"], test.predictions))[:5]:
        ids = np.where(ids < 0, tok.pad_token_id, ids)
        print("  ", row["date"], "->", tok.decode(ids, skip_special_tokens=True), "| right:", row["code"])


if __name__ == "__main__":
    main()

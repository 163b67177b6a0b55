"""Dates to archive codes with Seq2SeqTrainer; the exact match is counted on generated codes."""
import argparse
import json
import random

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


def options():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/dates")
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--out", default="out/ea14")
    p.add_argument("--seed", type=int, default=4)
    return p.parse_args()


def load(seen=()):
    """Rows per split; a date that an earlier split has does not come again."""
    seen, out = set(seen), {}
    for split in ("train", "validation", "test"):
        with open(f"data/dates/{split}.jsonl") as f:
            rows = [json.loads(line) for line in f]
        out[split] = [r for r in rows if r["date"] not in seen]
        seen.update(r["date"] for r in rows)
    return out


def main():
    opt = options()
    set_seed(opt.seed)
    tok = AutoTokenizer.from_pretrained(opt.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(opt.checkpoint)
    pad = tok.pad_token_id

    def tensors(rows):
        return Dataset.from_list(rows).map(
            lambda b: tok(b["date"], text_target=b["code"], truncation=True, max_length=32),
            batched=True,
            remove_columns=["date", "code"],
        )

    rows = load()
    train = tensors(rows["train"])
    # some of the training rows are evaluated as well, only to see the gap to validation
    glance = tensors(random.Random(0).sample(rows["train"], 100))
    valid, test = tensors(rows["validation"]), tensors(rows["test"])

    def exact(p):
        guess = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
        guess = np.where(guess < 0, pad, guess)
        truth = np.where(p.label_ids < 0, pad, p.label_ids)
        pairs = zip(
            tok.batch_decode(guess, skip_special_tokens=True),
            tok.batch_decode(truth, skip_special_tokens=True),
        )
        return {"exact_match": float(np.mean([a.split() == b.split() for a, b in pairs]))}

    args = Seq2SeqTrainingArguments(
        output_dir=opt.out,
        num_train_epochs=opt.epochs,
        learning_rate=opt.lr,
        per_device_train_batch_size=opt.batch,
        per_device_eval_batch_size=80,
        lr_scheduler_type="cosine",
        warmup_ratio=0.05,
        predict_with_generate=True,
        generation_max_length=12,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="eval_validation_exact_match",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        seed=opt.seed,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset={"validation": valid, "train_glance": glance},
        data_collator=DataCollatorForSeq2Seq(tok, model=model),
        processing_class=tok,
        compute_metrics=exact,
    )
    trainer.train()
    print("best on validation:", trainer.state.best_metric)
    print(trainer.evaluate(test, metric_key_prefix="test"))


if __name__ == "__main__":
    main()

"""Dates to codes with Seq2SeqTrainer: exact match of the generated text, beam search on the test rows."""
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
    p.add_argument("--checkpoint", default="checkpoints/dates")
    p.add_argument("--data", default="data/dates")
    p.add_argument("--output", default="out/im03")
    p.add_argument("--epochs", type=int, default=35)
    p.add_argument("--lr", type=float, default=1.5e-3)
    p.add_argument("--seed", type=int, default=5)
    return p.parse_args()


def read_without(path, forbidden):
    with open(path, encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["date"] not in forbidden]


def main():
    cfg = parse_args()
    set_seed(cfg.seed)

    test = read_without(os.path.join(cfg.data, "test.jsonl"), set())
    taken = {r["date"] for r in test}
    validation = read_without(os.path.join(cfg.data, "validation.jsonl"), taken)
    taken.update(r["date"] for r in validation)
    train = read_without(os.path.join(cfg.data, "train.jsonl"), taken)

    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(cfg.checkpoint)

    def preprocess(batch):
        return tokenizer(batch["date"], text_target=batch["code"], truncation=True)

    def build(rows):
        return Dataset.from_list(rows).map(preprocess, batched=True, remove_columns=["date", "code"])

    def compute_metrics(eval_preds):
        preds, labels = eval_preds
        preds = np.where(preds == -100, tokenizer.pad_token_id, preds)
        labels = np.where(labels == -100, tokenizer.pad_token_id, labels)
        hyp = [t.strip() for t in tokenizer.batch_decode(preds, skip_special_tokens=True)]
        ref = [t.strip() for t in tokenizer.batch_decode(labels, skip_special_tokens=True)]
        return {"exact_match": float(np.mean([h == r for h, r in zip(hyp, ref)]))}

    args = Seq2SeqTrainingArguments(
        output_dir=cfg.output,
        num_train_epochs=cfg.epochs,
        learning_rate=cfg.lr,
        warmup_ratio=0.1,
        max_grad_norm=1.0,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="exact_match",
        greater_is_better=True,
        predict_with_generate=True,
        generation_max_length=10,
        report_to="none",
        use_cpu=True,
        seed=cfg.seed,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=build(train),
        eval_dataset=build(validation),
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())
    print(trainer.predict(build(test), metric_key_prefix="test", num_beams=3, max_length=10).metrics)


if __name__ == "__main__":
    main()

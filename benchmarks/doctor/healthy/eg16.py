"""Dates into code words with a small BART, scored on what it generates."""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

tok = AutoTokenizer.from_pretrained("checkpoints/dates")


def rows_of(split):
    return [json.loads(line) for line in Path(f"data/dates/{split}.jsonl").read_text().splitlines()]


def preprocess(batch):
    return tok(batch["date"], text_target=batch["code"], truncation=True, max_length=16)


def build(rows):
    return Dataset.from_list(rows).map(preprocess, batched=True, remove_columns=["date", "code"])


def compute_metrics(pred):
    ids = np.where(pred.predictions == -100, tok.pad_token_id, pred.predictions)
    gold = np.where(pred.label_ids == -100, tok.pad_token_id, pred.label_ids)
    hyp = [s.strip() for s in tok.batch_decode(ids, skip_special_tokens=True)]
    ref = [s.strip() for s in tok.batch_decode(gold, skip_special_tokens=True)]
    return {"exact_match": float(np.mean([h == r for h, r in zip(hyp, ref)]))}


if __name__ == "__main__":
    train_rows = rows_of("train")
    known = {r["date"] for r in train_rows}
    val_rows = [r for r in rows_of("validation") if r["date"] not in known]
    known |= {r["date"] for r in val_rows}
    test_rows = [r for r in rows_of("test") if r["date"] not in known]
    print(len(train_rows), len(val_rows), len(test_rows))

    model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
    args = Seq2SeqTrainingArguments(
        output_dir="out/eg16",
        num_train_epochs=50,
        learning_rate=1e-3,
        lr_scheduler_type="cosine",
        warmup_ratio=0.05,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        predict_with_generate=True,
        generation_max_length=12,
        eval_strategy="steps",
        eval_steps=300,
        logging_steps=300,
        save_strategy="no",
        report_to="none",
        use_cpu=True,
        seed=3,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=build(train_rows),
        eval_dataset=build(val_rows),
        processing_class=tok,
        data_collator=DataCollatorForSeq2Seq(tok, model=model),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    out = trainer.predict(build(test_rows), metric_key_prefix="test")
    print("test exact match", round(out.metrics["test_exact_match"], 3))

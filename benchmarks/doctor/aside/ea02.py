"""Translate written dates to the two/three word codes of the archive (tiny BART)."""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

CKPT = "checkpoints/dates"
OUT = Path("out/ea02")


def load_splits(folder="data/dates"):
    rows = {}
    for name in ("train", "validation", "test"):
        rows[name] = [json.loads(x) for x in Path(folder, f"{name}.jsonl").read_text().splitlines()]
    seen = {r["date"] for r in rows["train"]}
    for name in ("validation", "test"):
        rows[name] = [r for r in rows[name] if r["date"] not in seen]
    return DatasetDict({k: Dataset.from_list(v) for k, v in rows.items()})


def main():
    set_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)

    def encode(batch):
        return tokenizer(batch["date"], text_target=batch["code"], truncation=True, max_length=32)

    data = load_splits()
    data = data.map(encode, batched=True, remove_columns=["date", "code"])

    def compute_metrics(eval_preds):
        preds, labels = eval_preds
        if isinstance(preds, tuple):
            preds = preds[0]
        decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
        decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
        hits = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
        return {"exact_match": float(np.mean(hits))}

    training_args = Seq2SeqTrainingArguments(
        output_dir=str(OUT),
        learning_rate=1e-3,
        num_train_epochs=30,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        predict_with_generate=True,
        generation_max_length=12,
        eval_strategy="steps",
        eval_steps=90,
        save_strategy="no",
        logging_steps=45,
        report_to="none",
        seed=0,
    )

    trainer = Seq2SeqTrainer(
        model=model,
        args=training_args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print("test:", trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()

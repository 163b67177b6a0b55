"""Fine-tune a small BART on date -> code translation and report exact match."""
import argparse

import numpy as np
from datasets import load_dataset
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
    p.add_argument("--out", default="out/se02")
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--batch", type=int, default=16)
    return p.parse_args()


def main():
    args = parse_args()
    set_seed(13)

    raw = load_dataset(
        "json",
        data_files={s: f"{args.data}/{s}.jsonl" for s in ("train", "validation", "test")},
    )
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(args.model)

    def preprocess(batch):
        enc = tokenizer(batch["date"], max_length=32, truncation=True)
        enc["labels"] = tokenizer(text_target=batch["code"], max_length=32, truncation=True)["input_ids"]
        return enc

    ds = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)
    collator = DataCollatorForSeq2Seq(tokenizer, model=model)

    def compute_metrics(eval_preds):
        preds, labels = eval_preds
        if isinstance(preds, tuple):
            preds = preds[0]
        preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
        decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
        decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
        same = [a.strip() == b.strip() for a, b in zip(decoded_preds, decoded_labels)]
        return {"exact_match": float(np.mean(same))}

    training_args = Seq2SeqTrainingArguments(
        output_dir=args.out,
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        warmup_ratio=0.1,
        per_device_train_batch_size=args.batch,
        per_device_eval_batch_size=80,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=60,
        predict_with_generate=True,
        generation_max_length=12,
        report_to="none",
        disable_tqdm=True,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=training_args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=collator,
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(ds["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()

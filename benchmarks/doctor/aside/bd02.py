"""Fine-tune a small BART to rewrite dates as code words."""
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
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--out", default="out/bd02")
    return p.parse_args()


def main():
    args = parse_args()
    set_seed(0)
    raw = load_dataset("json", data_files={
        "train": f"{args.data}/train.jsonl",
        "validation": f"{args.data}/validation.jsonl",
    })
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(args.model)

    def preprocess(examples):
        return tokenizer(examples["date"], text_target=examples["code"], max_length=16, truncation=True)

    data = raw.map(preprocess, batched=True, remove_columns=["date", "code"])

    def compute_metrics(eval_pred):
        preds, labels = eval_pred
        decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
        decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
        decoded_preds = [p.strip() for p in decoded_preds]
        decoded_labels = [l.strip() for l in decoded_labels]
        word_hits = [
            np.mean([w in p.split() for w in l.split()]) for p, l in zip(decoded_preds, decoded_labels)
        ]
        exact = [p == l for p, l in zip(decoded_preds, decoded_labels)]
        return {"exact_match": float(np.mean(exact)), "word_recall": float(np.mean(word_hits))}

    training_args = Seq2SeqTrainingArguments(
        output_dir=args.out,
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        warmup_ratio=0.05,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        predict_with_generate=True,
        generation_max_length=10,
        save_strategy="no",
        logging_steps=100,
        report_to="none",
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
    print(trainer.evaluate())


if __name__ == "__main__":
    main()

"""Turn written dates into our date codes with a small BART."""
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
    p.add_argument("--data_dir", default="data/dates")
    p.add_argument("--max_source", type=int, default=32)
    p.add_argument("--max_target", type=int, default=32)
    p.add_argument("--epochs", type=float, default=12)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=13)
    return p.parse_args()


def main():
    a = parse_args()
    set_seed(a.seed)

    files = {s: f"{a.data_dir}/{s}.jsonl" for s in ("train", "validation", "test")}
    ds = load_dataset("json", data_files=files)
    tokenizer = AutoTokenizer.from_pretrained(a.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(a.model)

    def encode(batch):
        enc = tokenizer(batch["date"], max_length=a.max_source, truncation=True)
        target = tokenizer(text_target=batch["code"], max_length=a.max_target, truncation=True)
        enc["labels"] = target["input_ids"]
        return enc

    ds = ds.map(encode, batched=True, remove_columns=ds["train"].column_names)
    print("example:", ds["train"][0])

    def compute_metrics(eval_preds):
        preds, labels = eval_preds
        if isinstance(preds, tuple):
            preds = preds[0]
        preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
        decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
        decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
        exact = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
        for p, l in list(zip(decoded_preds, decoded_labels))[:3]:
            print(f"   {p!r:40} {l!r}")
        return {"exact_match": round(100 * float(np.mean(exact)), 2)}

    training_args = Seq2SeqTrainingArguments(
        output_dir="out/ah02",
        eval_strategy="epoch",
        save_strategy="no",
        learning_rate=a.lr,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        num_train_epochs=a.epochs,
        predict_with_generate=True,
        generation_max_length=a.max_target,
        generation_num_beams=1,
        logging_steps=60,
        report_to=[],
        seed=a.seed,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=training_args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(ds["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()

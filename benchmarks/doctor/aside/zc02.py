import argparse

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)


def parse_args():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/dates")
    ap.add_argument("--data", default="data/dates")
    ap.add_argument("--out", default="out/zc02")
    ap.add_argument("--epochs", type=int, default=12)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--batch_size", type=int, default=16)
    return ap.parse_args()


def main():
    args = parse_args()
    set_seed(0)
    ds = load_dataset("json", data_files={s: f"{args.data}/{s}.jsonl" for s in ("train", "validation")})
    tok = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(args.model)

    def preprocess(batch):
        enc = tok(batch["date"], max_length=16, truncation=True)
        enc["labels"] = tok(text_target=batch["code"], max_length=8, truncation=True)["input_ids"]
        return enc

    ds = ds.map(preprocess, batched=True, remove_columns=["date", "code"])

    def compute_metrics(eval_preds):
        preds, labels = eval_preds
        if isinstance(preds, tuple):
            preds = preds[0]
        preds = np.where(preds != -100, preds, tok.pad_token_id)
        decoded_preds = tok.batch_decode(preds, skip_special_tokens=True)
        decoded_labels = tok.batch_decode(labels, skip_special_tokens=True)
        for p, l in list(zip(decoded_preds, decoded_labels))[:3]:
            print(f"pred: {p!r}   gold: {l!r}")
        hits = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
        return {"exact_match": float(np.mean(hits))}

    training_args = Seq2SeqTrainingArguments(
        output_dir=args.out,
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=64,
        eval_strategy="steps",
        eval_steps=120,
        logging_steps=60,
        save_strategy="no",
        predict_with_generate=True,
        generation_max_length=10,
        report_to="none",
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=training_args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorForSeq2Seq(tok, model=model),
        processing_class=tok,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()

"""Dates in words to the firm's three-word codes, with the seq2seq trainer."""
import argparse
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments, set_seed)


def rows(split):
    with open(f"data/dates/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/dates")
    ap.add_argument("--epochs", type=int, default=30)
    ap.add_argument("--lr", type=float, default=1.5e-3)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--out", default="out/fh03")
    a = ap.parse_args()
    set_seed(1)

    train, val, test = rows("train"), rows("validation"), rows("test")
    known = {r["date"] for r in train}
    val = [r for r in val if r["date"] not in known]
    known |= {r["date"] for r in val}
    test = [r for r in test if r["date"] not in known]

    tok = AutoTokenizer.from_pretrained(a.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(a.model)

    def encode(batch):
        return tok(batch["date"], text_target=batch["code"], truncation=True, max_length=16)

    def dataset(part):
        return Dataset.from_list(part).map(encode, batched=True, remove_columns=["date", "code"])

    def exact(p):
        pred = np.where(p.predictions >= 0, p.predictions, tok.pad_token_id)
        gold = np.where(p.label_ids >= 0, p.label_ids, tok.pad_token_id)
        pred = [s.strip() for s in tok.batch_decode(pred, skip_special_tokens=True)]
        gold = [s.strip() for s in tok.batch_decode(gold, skip_special_tokens=True)]
        words = [(p.split()[i] if i < len(p.split()) else "") == w
                 for p, g in zip(pred, gold) for i, w in enumerate(g.split())]
        return {"exact": float(np.mean([p == g for p, g in zip(pred, gold)])), "word": float(np.mean(words))}

    args = Seq2SeqTrainingArguments(
        output_dir=a.out,
        num_train_epochs=a.epochs,
        per_device_train_batch_size=a.batch,
        per_device_eval_batch_size=80,
        learning_rate=a.lr,
        lr_scheduler_type="cosine",
        warmup_steps=40,
        predict_with_generate=True,
        generation_max_length=10,
        generation_num_beams=1,
        eval_strategy="steps",
        eval_steps=180,
        save_strategy="no",
        logging_steps=90,
        report_to="none",
    )
    trainer = Seq2SeqTrainer(
        model=model, args=args, train_dataset=dataset(train), eval_dataset=dataset(val), processing_class=tok,
        data_collator=DataCollatorForSeq2Seq(tok, model=model), compute_metrics=exact)
    trainer.train()
    out = trainer.predict(dataset(test), metric_key_prefix="test")
    print({k: round(v, 4) for k, v in out.metrics.items() if k.startswith("test_")})


if __name__ == "__main__":
    main()

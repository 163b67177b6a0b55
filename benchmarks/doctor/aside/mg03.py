"""Translate dates into the archive's code words with a small BART."""
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
    set_seed,
)

CKPT = "checkpoints/dates"
OUT = "out/mg03"


def load(split):
    return [json.loads(line) for line in Path(f"data/dates/{split}.jsonl").read_text().splitlines()]


def main():
    set_seed(42)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)

    train_rows = load("train")
    known = {r["date"] for r in train_rows}
    valid_rows = [r for r in load("validation") if r["date"] not in known]

    # the longest code in words, and the end mark
    longest = max(len(r["code"].split()) for r in train_rows) + 1

    def encode(batch):
        return tokenizer(batch["date"], text_target=batch["code"])

    train = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=["date", "code"])
    valid = Dataset.from_list(valid_rows).map(encode, batched=True, remove_columns=["date", "code"])

    def compute_metrics(eval_pred):
        preds, labels = eval_pred
        preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
        labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
        got = [s.strip() for s in tokenizer.batch_decode(preds, skip_special_tokens=True)]
        want = [s.strip() for s in tokenizer.batch_decode(labels, skip_special_tokens=True)]
        for g, w in list(zip(got, want))[:5]:
            print(f"   {w!r:28} -> {g!r}")
        return {"exact_match": float(np.mean([g == w for g, w in zip(got, want)]))}

    args = Seq2SeqTrainingArguments(
        output_dir=OUT,
        num_train_epochs=30,
        learning_rate=2e-3,
        warmup_ratio=0.05,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        predict_with_generate=True,
        generation_max_length=longest,
        generation_num_beams=1,
        eval_strategy="no",
        save_strategy="no",
        logging_steps=100,
        report_to="none",
        use_cpu=True,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    scores = trainer.evaluate()
    print(f"validation loss {scores['eval_loss']:.3f}  exact match {scores['eval_exact_match']:.3f}")


if __name__ == "__main__":
    main()

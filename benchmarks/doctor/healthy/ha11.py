"""Dates into the archive's code with BART and generation in the evaluation."""
import json
from functools import partial

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


def rows_of(split, banned=()):
    with open(f"data/dates/{split}.jsonl", encoding="utf-8") as f:
        return [r for r in map(json.loads, f) if r["date"] not in banned]


def encode(batch, tokenizer):
    features = tokenizer(batch["date"], truncation=True, max_length=32)
    features["labels"] = tokenizer(text_target=batch["code"], truncation=True, max_length=16)["input_ids"]
    return features


def text_of(ids, tokenizer):
    ids = np.where(ids == -100, tokenizer.pad_token_id, ids)
    return [t.strip() for t in tokenizer.batch_decode(ids, skip_special_tokens=True)]


def score(eval_pred, tokenizer):
    said = text_of(eval_pred.predictions, tokenizer)
    wanted = text_of(eval_pred.label_ids, tokenizer)
    words = [
        sum(a == b for a, b in zip(s.split(), w.split())) / max(len(s.split()), len(w.split()))
        for s, w in zip(said, wanted)
    ]
    return {"exact": float(np.mean([s == w for s, w in zip(said, wanted)])), "words": float(np.mean(words))}


def main():
    set_seed(6)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)

    train = rows_of("train")
    banned = {r["date"] for r in train}
    valid = rows_of("validation", banned)
    banned |= {r["date"] for r in valid}
    test = rows_of("test", banned)
    train, valid, test = (
        Dataset.from_list(part).map(
            partial(encode, tokenizer=tokenizer), batched=True, remove_columns=["date", "code"]
        )
        for part in (train, valid, test)
    )

    args = Seq2SeqTrainingArguments(
        output_dir="out/ha11",
        num_train_epochs=40,
        learning_rate=1e-3,
        warmup_ratio=0.05,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        eval_strategy="steps",
        eval_steps=300,
        save_strategy="no",
        logging_steps=150,
        predict_with_generate=True,
        generation_max_length=8,
        generation_num_beams=1,
        report_to="none",
        use_cpu=True,
        dataloader_pin_memory=False,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tokenizer,
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100),
        compute_metrics=partial(score, tokenizer=tokenizer),
    )
    trainer.train()
    print(trainer.predict(test, metric_key_prefix="test").metrics)


if __name__ == "__main__":
    main()

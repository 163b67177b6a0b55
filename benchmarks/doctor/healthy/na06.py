"""Dates -> code words with Seq2SeqTrainer (BART-like checkpoint)."""
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

CHECKPOINT = "checkpoints/dates"
OUT = "out/na06"


def rows(split):
    with open(f"data/dates/{split}.jsonl") as f:
        yield from map(json.loads, f)


def splits():
    """test untouched; validation without test's dates; train without both"""
    taken, result = set(), {}
    for name in ("test", "validation", "train"):
        keep = [r for r in rows(name) if r["date"] not in taken]
        taken.update(r["date"] for r in keep)
        result[name] = Dataset.from_list(keep)
    return result


def preprocess(batch, tokenizer):
    return tokenizer(batch["date"], text_target=batch["code"], truncation=True, max_length=16)


def make_metrics(tokenizer):
    def decode(ids):
        # the trainer pads with -100 in the labels (and may do so in the predictions)
        ids = np.where(ids == -100, tokenizer.pad_token_id, ids)
        return [t.split() for t in tokenizer.batch_decode(ids, skip_special_tokens=True)]

    def compute(p):
        guess, truth = decode(p.predictions), decode(p.label_ids)
        exact = np.mean([g == t for g, t in zip(guess, truth)])
        words = sum(a == b for g, t in zip(guess, truth) for a, b in zip(g, t))
        longest = sum(max(len(g), len(t)) for g, t in zip(guess, truth))
        return {"exact": float(exact), "word_accuracy": words / longest}

    return compute


def main():
    set_seed(21)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForSeq2SeqLM.from_pretrained(CHECKPOINT)
    data = {
        k: v.map(partial(preprocess, tokenizer=tokenizer), batched=True, remove_columns=v.column_names)
        for k, v in splits().items()
    }
    args = Seq2SeqTrainingArguments(
        output_dir=OUT,
        num_train_epochs=60,
        learning_rate=1e-3,
        lr_scheduler_type="linear",
        warmup_ratio=0.05,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=80,
        predict_with_generate=True,
        generation_max_length=10,
        generation_num_beams=1,
        eval_strategy="steps",
        eval_steps=150,
        save_strategy="steps",
        save_steps=150,
        save_total_limit=1,
        logging_steps=75,
        load_best_model_at_end=True,
        metric_for_best_model="word_accuracy",
        greater_is_better=True,
        report_to="none",
        use_cpu=True,
        seed=21,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
        processing_class=tokenizer,
        compute_metrics=make_metrics(tokenizer),
    )
    trainer.train()
    test = trainer.predict(data["test"], metric_key_prefix="test")
    trainer.log_metrics("test", test.metrics)
    trainer.save_metrics("test", test.metrics)


if __name__ == "__main__":
    main()

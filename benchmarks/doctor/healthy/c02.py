"""Translate written dates into warehouse code words with a small BART.

    python train_dates.py --epochs 60 --lr 1e-3
"""
import argparse
import logging
import random
import shutil
import tempfile
from functools import partial

import numpy as np
import transformers
from datasets import Dataset, DatasetDict
import pandas as pd
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    GenerationConfig,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

logger = logging.getLogger("dates")


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/dates")
    p.add_argument("--data", default="data/dates")
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--beams", type=int, default=2)
    p.add_argument("--seed", type=int, default=13)
    return p.parse_args()


def read(folder: str) -> DatasetDict:
    frames = {s: pd.read_json(f"{folder}/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
    # the same date can have been drawn for more than one split
    frames["validation"] = frames["validation"][~frames["validation"]["date"].isin(frames["test"]["date"])]
    seen = pd.concat([frames["validation"]["date"], frames["test"]["date"]])
    frames["train"] = frames["train"][~frames["train"]["date"].isin(seen)].drop_duplicates("date")
    return DatasetDict({k: Dataset.from_pandas(v, preserve_index=False) for k, v in frames.items()})


def encode(batch, tokenizer):
    return tokenizer(batch["date"], text_target=batch["code"], max_length=24, truncation=True)


def make_metrics(tokenizer):
    def metrics(pred):
        preds, labels = pred.predictions, pred.label_ids
        preds = np.where(preds < 0, tokenizer.pad_token_id, preds)
        labels = np.where(labels < 0, tokenizer.pad_token_id, labels)
        hyp = [t.split() for t in tokenizer.batch_decode(preds, skip_special_tokens=True)]
        ref = [t.split() for t in tokenizer.batch_decode(labels, skip_special_tokens=True)]
        exact = float(np.mean([h == r for h, r in zip(hyp, ref)]))
        word = sum(sum(a == b for a, b in zip(h, r)) for h, r in zip(hyp, ref)) / sum(map(len, ref))
        return {"exact": exact, "word_accuracy": word}

    return metrics


def main():
    args = parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s", datefmt="%H:%M:%S")
    transformers.set_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(args.model)
    raw = read(args.data)
    data = raw.map(partial(encode, tokenizer=tokenizer), batched=True, remove_columns=["date", "code"])
    logger.info("train rows: %d, example: %s", len(raw["train"]), raw["train"][0])

    gen = GenerationConfig.from_model_config(model.config)
    gen.max_new_tokens = 8
    gen.num_beams = args.beams
    gen.early_stopping = args.beams > 1

    workdir = tempfile.mkdtemp(prefix="dates_")
    targs = Seq2SeqTrainingArguments(
        output_dir=workdir,
        num_train_epochs=args.epochs,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=80,
        learning_rate=args.lr,
        lr_scheduler_type="cosine",
        warmup_steps=40,
        max_grad_norm=1.0,
        predict_with_generate=True,
        generation_config=gen,
        eval_strategy="steps",
        eval_steps=300,
        save_strategy="no",
        logging_steps=150,
        report_to=[],
        disable_tqdm=True,
        seed=args.seed,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=targs,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100),
        processing_class=tokenizer,
        compute_metrics=make_metrics(tokenizer),
    )
    trainer.train()

    out = trainer.predict(data["test"], metric_key_prefix="test")
    decoded = tokenizer.batch_decode(
        np.where(out.predictions < 0, tokenizer.pad_token_id, out.predictions), skip_special_tokens=True
    )
    for i in random.Random(args.seed).sample(range(len(decoded)), 4):
        logger.info("%-26s -> %-22s (%s)", raw["test"][i]["date"], decoded[i], raw["test"][i]["code"])
    logger.info("test exact match %.3f, word accuracy %.3f", out.metrics["test_exact"], out.metrics["test_word_accuracy"])
    shutil.rmtree(workdir, ignore_errors=True)


if __name__ == "__main__":
    main()

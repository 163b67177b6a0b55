# datec: a "compiler" from English dates to the code words of data/dates.
# frontend = tokenizer, midend = a tiny BART, backend = greedy generation, test suite = exact match.
from __future__ import annotations

import argparse
import json
import pathlib
from dataclasses import dataclass

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments, set_seed)


@dataclass(frozen=True)
class Unit:
    """One translation unit."""
    source: str
    target: str


def parse(path: pathlib.Path) -> list[Unit]:
    return [Unit(r["date"], r["code"]) for r in map(json.loads, path.read_text().splitlines())]


def without(units: list[Unit], *others: list[Unit]) -> list[Unit]:
    """Drop each unit whose source also occurs in one of the others, and repeated ones."""
    taken = {u.source for other in others for u in other}
    return [u for u in dict.fromkeys(units) if u.source not in taken]


def lower(units: list[Unit], tokenizer) -> Dataset:
    ds = Dataset.from_dict({"source": [u.source for u in units], "target": [u.target for u in units]})

    def emit(batch):
        return tokenizer(batch["source"], text_target=batch["target"], truncation=True, max_length=16)

    return ds.map(emit, batched=True, remove_columns=ds.column_names)


def make_checker(tokenizer):
    def text(ids: np.ndarray) -> list[str]:
        ids = np.where(ids == -100, tokenizer.pad_token_id, ids)
        return [s.strip() for s in tokenizer.batch_decode(ids, skip_special_tokens=True)]

    def check(pred):
        got, want = text(pred.predictions), text(pred.label_ids)
        exact = [g == w for g, w in zip(got, want)]
        # order matters: words are compared position by position
        words = [(g.split() + [""] * 8)[i] == w for g, ws in zip(got, want) for i, w in enumerate(ws.split())]
        return {"exact": float(np.mean(exact)), "words": float(np.mean(words))}

    return check


def main(argv=None) -> int:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--root", type=pathlib.Path, default=pathlib.Path("data/dates"))
    ap.add_argument("--checkpoint", default="checkpoints/dates")
    ap.add_argument("--out", default="out/kf03")
    ap.add_argument("--epochs", type=int, default=30)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--seed", type=int, default=7)
    o = ap.parse_args(argv)

    set_seed(o.seed)
    test = parse(o.root / "test.jsonl")
    valid = without(parse(o.root / "validation.jsonl"), test)
    train = without(parse(o.root / "train.jsonl"), valid, test)
    print(f"units: {len(train)} train, {len(valid)} validation, {len(test)} test")

    tokenizer = AutoTokenizer.from_pretrained(o.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(o.checkpoint)
    t_train, t_valid, t_test = (lower(u, tokenizer) for u in (train, valid, test))

    args = Seq2SeqTrainingArguments(
        output_dir=o.out,
        num_train_epochs=o.epochs,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        learning_rate=o.lr,
        warmup_ratio=0.05,
        lr_scheduler_type="linear",
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="words",
        greater_is_better=True,
        predict_with_generate=True,
        generation_max_length=12,
        generation_num_beams=1,
        report_to="none",
        use_cpu=True,
        seed=o.seed,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=t_train,
        eval_dataset=t_valid,
        processing_class=tokenizer,
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100),
        compute_metrics=make_checker(tokenizer),
    )
    trainer.train()
    report = trainer.predict(t_test, metric_key_prefix="test")
    print(f"test suite: {report.metrics['test_exact']:.1%} of the units compile exactly, "
          f"{report.metrics['test_words']:.1%} of the code words are in place")
    shown = tokenizer.batch_decode(
        np.where(report.predictions[:5] == -100, tokenizer.pad_token_id, report.predictions[:5]), skip_special_tokens=True)
    for unit, out in zip(test[:5], shown):
        print(f"  {unit.source:<26} -> {out.strip():<24} (want {unit.target})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

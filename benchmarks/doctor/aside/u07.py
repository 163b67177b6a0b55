"""Dates -> codes with BART. Trains, then prints a small report on the test rows."""
import argparse
import json
import pathlib

import torch
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments)


class Pairs(torch.utils.data.Dataset):
    def __init__(self, path, tokenizer, max_source_length, max_target_length):
        self.rows = [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]
        self.items = []
        for row in self.rows:
            source = tokenizer(row["date"], truncation=True, max_length=max_source_length)
            target = tokenizer(text_target=row["code"], truncation=True, max_length=max_target_length)
            self.items.append({**source, "labels": target["input_ids"]})

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def main(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--data", type=pathlib.Path, default=pathlib.Path("data/dates"))
    ap.add_argument("--checkpoint", default="checkpoints/dates")
    ap.add_argument("--max-source-length", type=int, default=16)
    ap.add_argument("--max-target-length", type=int, default=4)
    ap.add_argument("--epochs", type=int, default=14)
    a = ap.parse_args(argv)

    tok = AutoTokenizer.from_pretrained(a.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(a.checkpoint)
    lengths = (a.max_source_length, a.max_target_length)
    train, valid, test = (Pairs(a.data / f"{s}.jsonl", tok, *lengths) for s in ("train", "validation", "test"))

    args = Seq2SeqTrainingArguments(
        output_dir="out/bart-dates", learning_rate=5e-4, num_train_epochs=a.epochs, per_device_train_batch_size=16,
        per_device_eval_batch_size=64, eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
        predict_with_generate=True, generation_max_length=12, report_to="none", seed=3,
    )
    trainer = Seq2SeqTrainer(model=model, args=args, train_dataset=train, eval_dataset=valid,
                             data_collator=DataCollatorForSeq2Seq(tok, model=model))
    trainer.train()

    ids = trainer.predict(test).predictions
    ids[ids == -100] = tok.pad_token_id
    hits = 0
    for k, (line, row) in enumerate(zip(tok.batch_decode(ids, skip_special_tokens=True), test.rows)):
        hits += line.strip() == row["code"]
        if k < 6:
            print(f"{row['date']:28} {line.strip():24} {row['code']}")
    print(f"exact match on the test rows: {hits / len(test):.3f}")


if __name__ == "__main__":
    main()

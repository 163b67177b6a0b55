#!/usr/bin/env python
"""MNLI with both validation sets; keep the best checkpoint and report on both."""
import sys

import evaluate
from datasets import DatasetDict, load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    HfArgumentParser,
    Trainer,
    TrainingArguments,
    set_seed,
)

DEFAULTS = """--output_dir out/hg10 --num_train_epochs 2 --learning_rate 2e-4 --warmup_ratio 0.1
--per_device_train_batch_size 16 --per_device_eval_batch_size 100 --eval_strategy epoch --save_strategy epoch
--save_total_limit 1 --load_best_model_at_end --metric_for_best_model matched_accuracy --logging_steps 50
--report_to none --disable_tqdm true --seed 7"""


def main():
    parser = HfArgumentParser(TrainingArguments)
    (training_args,) = parser.parse_args_into_dataclasses(sys.argv[1:] or DEFAULTS.split())
    set_seed(training_args.seed)

    tokenizer = AutoTokenizer.from_pretrained("checkpoints/distilbert")
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/distilbert", num_labels=3)
    raw = load_dataset("data/glue", "mnli").filter(lambda row: len(row["premise"].split()) <= 10)
    raw = DatasetDict({name: split.select(range(400 if name == "train" else 100))
                       for name, split in raw.items()})  # a small sample is enough for a first look
    metric = evaluate.load("data/metrics/glue", "mnli")

    def preprocess(batch):
        return tokenizer(batch["premise"], batch["hypothesis"], truncation=True, max_length=64)

    data = raw.map(preprocess, batched=True, remove_columns=["premise", "hypothesis", "idx"])

    def compute_metrics(eval_pred):
        return metric.compute(predictions=eval_pred.predictions.argmax(axis=-1), references=eval_pred.label_ids)

    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=data["train"],
        eval_dataset={"matched": data["validation_matched"], "mismatched": data["validation_mismatched"]},
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    for name, value in trainer.evaluate().items():
        print(f"{name:36s}{value:.4f}")


if __name__ == "__main__":
    main()

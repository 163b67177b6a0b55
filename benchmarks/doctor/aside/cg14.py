"""Paraphrase detection (mrpc): are two sentences the same?"""
import argparse
import os

os.environ["HF_HUB_OFFLINE"] = "1"

import evaluate
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModel,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


class Paraphrases:
    """Everything that has to do with the data."""

    def __init__(self, checkpoint, max_length=96):
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.max_length = max_length
        raw = load_dataset(
            "parquet",
            data_files={
                part: f"data/glue/mrpc/{part}-00000-of-00001.parquet"
                for part in ("train", "validation", "test")
            },
        )
        self.splits = raw.map(self._encode, batched=True)
        self.collator = DataCollatorWithPadding(self.tokenizer)

    def _encode(self, batch):
        return self.tokenizer(
            batch["sentence1"],
            batch["sentence2"],
            truncation=True,
            max_length=self.max_length,
        )


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", default="checkpoints/bert")
    parser.add_argument("--epochs", type=float, default=2)
    parser.add_argument("--lr", type=float, default=2e-4)
    parser.add_argument("--output", default="out/cg14")
    cfg = parser.parse_args(argv)

    set_seed(13)
    data = Paraphrases(cfg.checkpoint)
    model = AutoModel.from_pretrained(cfg.checkpoint)

    metric = evaluate.load("data/metrics/glue", "mrpc")

    def compute_metrics(p):
        predictions = np.argmax(p.predictions, axis=1)
        return metric.compute(predictions=predictions, references=p.label_ids)

    training_args = TrainingArguments(
        output_dir=cfg.output,
        num_train_epochs=cfg.epochs,
        learning_rate=cfg.lr,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="f1",
        save_total_limit=1,
        logging_steps=20,
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=data.splits["train"],
        eval_dataset=data.splits["validation"],
        data_collator=data.collator,
        processing_class=data.tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(data.splits["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()

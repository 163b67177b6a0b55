"""Paraphrase detection on an imbalanced set: a Trainer with a class-balancing WeightedRandomSampler.

The sampler only touches the training loader; dev and test keep their natural class mix.
"""
import logging
import os
from typing import Optional

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ["HF_HOME"] = os.path.abspath("outputs/l07/hf")  # metric modules and caches stay in the run folder

import evaluate
import numpy as np
import torch
from datasets import Dataset, DatasetDict, load_dataset
from torch.utils.data import WeightedRandomSampler
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EvalPrediction,
    Trainer,
    TrainingArguments,
    set_seed,
)

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
log = logging.getLogger("mrpc")

CHECKPOINT, OUTPUT, SEED = "checkpoints/bert", "outputs/l07", 42


class BalancedTrainer(Trainer):
    """Draws training rows so that every class is expected equally often."""

    def _get_train_sampler(self, train_dataset: Optional[Dataset] = None):
        dataset = self.train_dataset if train_dataset is None else train_dataset
        labels = np.asarray(dataset["label"])
        per_class = np.bincount(labels)
        weights = torch.as_tensor(1.0 / per_class[labels], dtype=torch.double)
        generator = torch.Generator().manual_seed(self.args.seed)
        return WeightedRandomSampler(weights, num_samples=len(labels), replacement=True, generator=generator)


def load_splits() -> DatasetDict:
    root = os.path.abspath("data/glue/mrpc")
    raw = load_dataset(
        "parquet",
        data_files={s: f"{root}/{s}-00000-of-00001.parquet" for s in ("train", "validation", "test")},
        cache_dir=f"{OUTPUT}/cache",
    )
    pair = lambda row: (row["sentence1"], row["sentence2"])
    held_out = {p for s in ("validation", "test") for p in map(pair, raw[s])}
    raw["train"] = raw["train"].filter(lambda row: pair(row) not in held_out)
    return raw


def main() -> None:
    os.makedirs(OUTPUT, exist_ok=True)
    torch.set_num_threads(1)
    set_seed(SEED)

    raw = load_splits()
    log.info("rows %s; train positives %.2f", {k: len(v) for k, v in raw.items()}, np.mean(raw["train"]["label"]))
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    encoded = raw.map(
        lambda batch: tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, max_length=128),
        batched=True,
        remove_columns=["sentence1", "sentence2", "idx"],
    )
    model = AutoModelForSequenceClassification.from_pretrained(
        CHECKPOINT, num_labels=2, id2label={0: "different", 1: "paraphrase"}, label2id={"different": 0, "paraphrase": 1}
    )
    metric = evaluate.load("data/metrics/glue", "mrpc", cache_dir=f"{OUTPUT}/metrics")

    def compute_metrics(p: EvalPrediction) -> dict:
        predictions = p.predictions.argmax(axis=-1)
        result = metric.compute(predictions=predictions, references=p.label_ids)
        recalls = [float((predictions[p.label_ids == c] == c).mean()) for c in (0, 1)]
        return {**result, "balanced_accuracy": float(np.mean(recalls))}

    args = TrainingArguments(
        output_dir=OUTPUT,
        num_train_epochs=2,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=100,
        learning_rate=5e-4,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="balanced_accuracy",
        greater_is_better=True,
        logging_steps=20,
        report_to="none",
        disable_tqdm=True,
        use_cpu=True,
        seed=SEED,
    )
    trainer = BalancedTrainer(
        model=model,
        args=args,
        train_dataset=encoded["train"],
        eval_dataset=encoded["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    final = trainer.evaluate(encoded["test"], metric_key_prefix="test")
    log.info("test: balanced accuracy %.3f (chance 0.5), F1 %.3f, accuracy %.3f",
             final["test_balanced_accuracy"], final["test_f1"], final["test_accuracy"])
    trainer.save_model(f"{OUTPUT}/best")


if __name__ == "__main__":
    main()

"""Natural language inference on MNLI with a small BERT."""
from functools import partial

import evaluate
from datasets import DatasetDict, load_dataset
from transformers import (
    AutoConfig,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    HfArgumentParser,
    Trainer,
    TrainingArguments,
    default_data_collator,
    set_seed,
)
from dataclasses import dataclass, field


@dataclass
class ModelArguments:
    model_name_or_path: str = field(default="checkpoints/bert")
    max_seq_length: int = field(default=64)


@dataclass
class DataArguments:
    data_dir: str = field(default="data/glue/mnli")
    max_train_samples: int = field(default=4800)


def preprocess(examples, tokenizer, max_length):
    return tokenizer(
        examples["premise"],
        examples["hypothesis"],
        padding="max_length",
        truncation=True,
        max_length=max_length,
    )


def main():
    parser = HfArgumentParser((ModelArguments, DataArguments))
    model_args, data_args = parser.parse_args_into_dataclasses()
    set_seed(1234)

    raw = DatasetDict()
    for name in ("train", "validation_matched", "validation_mismatched"):
        path = f"{data_args.data_dir}/{name}-00000-of-00001.parquet"
        raw[name] = load_dataset("parquet", data_files=path, split="train")
    raw["train"] = raw["train"].shuffle(seed=0).select(range(data_args.max_train_samples))
    label_names = raw["train"].features["label"].names

    config = AutoConfig.from_pretrained(
        model_args.model_name_or_path, num_labels=len(label_names), finetuning_task="mnli"
    )
    tokenizer = AutoTokenizer.from_pretrained(model_args.model_name_or_path, use_fast=True)
    model = AutoModelForSequenceClassification.from_pretrained(model_args.model_name_or_path, config=config)

    encode = partial(preprocess, tokenizer=tokenizer, max_length=model_args.max_seq_length)
    data = raw.map(encode, batched=True, desc="Running tokenizer on dataset")

    metric = evaluate.load("data/metrics/glue", "mnli")

    def compute_metrics(p):
        return metric.compute(predictions=p.predictions.argmax(axis=1), references=p.label_ids)

    training_args = TrainingArguments(
        output_dir="out_e11",
        num_train_epochs=3,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=128,
        learning_rate=1.5e-4,
        warmup_ratio=0.06,
        save_strategy="no",
        logging_steps=50,
        report_to="none",
        disable_tqdm=True,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=data["train"],
        eval_dataset=data["validation_matched"],
        compute_metrics=compute_metrics,
        data_collator=default_data_collator,
    )
    trainer.train()
    for split in ("validation_matched", "validation_mismatched"):
        scores = trainer.evaluate(data[split])
        print(f"{split}: accuracy {scores['eval_accuracy']:.3f}")


if __name__ == "__main__":
    main()

"""Causal LM on packed blocks (after the run_clm example)."""
import math
from itertools import chain

from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    default_data_collator,
)

block_size = 32


def main():
    raw_datasets = load_dataset(
        "json",
        data_files={"train": "data/steps/train.jsonl", "validation": "data/steps/validation.jsonl"},
    )
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
    model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

    def tokenize_function(examples):
        texts = [p + " " + s for p, s in zip(examples["prompt"], examples["steps"])]
        return tokenizer(texts)

    tokenized_datasets = raw_datasets.map(tokenize_function, batched=True)

    def group_texts(examples):
        ids = list(chain(*examples["input_ids"]))
        total_length = (len(ids) // block_size) * block_size
        blocks = [ids[i : i + block_size] for i in range(0, total_length, block_size)]
        return {
            "input_ids": blocks,
            "attention_mask": [[1] * block_size for _ in blocks],
            "labels": [list(b) for b in blocks],
        }

    lm_datasets = tokenized_datasets.map(group_texts, batched=True)
    print(lm_datasets)

    training_args = TrainingArguments(
        output_dir="runs/z04",
        learning_rate=5e-3,
        num_train_epochs=25,
        per_device_train_batch_size=8,
        per_device_eval_batch_size=16,
        warmup_ratio=0.1,
        weight_decay=0.01,
        logging_steps=50,
        save_strategy="no",
        report_to="none",
        seed=7,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=lm_datasets["train"],
        eval_dataset=lm_datasets["validation"],
        data_collator=default_data_collator,
    )

    before = trainer.evaluate()["eval_loss"]
    trainer.train()
    after = trainer.evaluate()["eval_loss"]
    print(f"perplexity before {math.exp(before):.2f}  after {math.exp(after):.2f}")


if __name__ == "__main__":
    main()

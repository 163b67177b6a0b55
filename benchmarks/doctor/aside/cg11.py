# Teach a little GPT-2 to write the steps for a prompt   (data/steps)
import os

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import math

from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)

MODEL = "checkpoints/steps"
OUT = "out/cg11"
MAX_LEN = 24

set_seed(1)


def load():
    ds = load_dataset(
        "json",
        data_files={
            "train": "data/steps/train.jsonl",
            "validation": "data/steps/validation.jsonl",
            "test": "data/steps/test.jsonl",
        },
    )
    # prompts that also occur in train do not count
    seen = set(ds["train"]["prompt"])
    for split in ("validation", "test"):
        ds[split] = ds[split].filter(lambda row: row["prompt"] not in seen)
    return ds


def prepare(ds, tokenizer):
    def to_ids(batch):
        texts = [
            p + " " + s + tokenizer.eos_token
            for p, s in zip(batch["prompt"], batch["steps"])
        ]
        return tokenizer(texts, truncation=True, max_length=MAX_LEN, padding="max_length")

    return ds.map(to_ids, batched=True, remove_columns=["prompt", "steps"])


def main():
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    model = AutoModelForCausalLM.from_pretrained(MODEL)

    ds = prepare(load(), tokenizer)
    collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        learning_rate=1e-3,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        greater_is_better=False,
        logging_steps=30,
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=collator,
        processing_class=tokenizer,
    )
    trainer.train()

    result = trainer.evaluate(ds["test"])
    print("test perplexity:", round(math.exp(result["eval_loss"]), 3))


if __name__ == "__main__":
    main()

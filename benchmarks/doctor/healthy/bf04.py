import math

from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, default_data_collator, set_seed

set_seed(1)
model_name = "checkpoints/steps"
block_size = 32

raw_datasets = load_dataset(
    "json",
    data_files={"train": "data/steps/train.jsonl", "validation": "data/steps/validation.jsonl"},
)
tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForCausalLM.from_pretrained(model_name)


def tokenize_and_group(examples):
    texts = [f"{p} {s} {tokenizer.eos_token}" for p, s in zip(examples["prompt"], examples["steps"])]
    # concatenate everything and cut into blocks of block_size, dropping the remainder
    ids = []
    for row in tokenizer(texts)["input_ids"]:
        ids.extend(row)
    total_length = (len(ids) // block_size) * block_size
    blocks = [ids[i : i + block_size] for i in range(0, total_length, block_size)]
    return {"input_ids": blocks, "labels": [list(b) for b in blocks]}


lm_datasets = raw_datasets.map(
    tokenize_and_group,
    batched=True,
    batch_size=1000,
    remove_columns=raw_datasets["train"].column_names,
)
print(lm_datasets)
print(tokenizer.decode(lm_datasets["train"][0]["input_ids"]))

training_args = TrainingArguments(
    output_dir="out/bf04",
    num_train_epochs=15,
    per_device_train_batch_size=8,
    per_device_eval_batch_size=8,
    learning_rate=2e-3,
    warmup_ratio=0.05,
    logging_steps=50,
    save_strategy="no",
    report_to="none",
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
print(f"perplexity before {math.exp(before):.2f}, after {math.exp(after):.2f}")

# Train a small GPT-2 on recipes, as in the language modelling tutorial
import math
from itertools import chain

from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, default_data_collator

datasets = load_dataset("data/steps")
datasets = datasets.map(lambda r: {"text": r["prompt"] + " " + r["steps"] + " </s>"})

model_checkpoint = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)


def tokenize_function(examples):
    return tokenizer(examples["text"])


tokenized_datasets = datasets.map(tokenize_function, batched=True)

block_size = 32


def group_texts(examples):
    # Concatenate all texts.
    concatenated = {k: list(chain(*examples[k])) for k in ["input_ids", "attention_mask"]}
    total_length = len(concatenated["input_ids"])
    # We drop the small remainder.
    total_length = (total_length // block_size) * block_size
    result = {
        k: [t[i : i + block_size] for i in range(0, total_length, block_size)] for k, t in concatenated.items()
    }
    result["labels"] = result["input_ids"].copy()
    return result


lm_datasets = tokenized_datasets.map(group_texts, batched=True, batch_size=1000)
print(tokenizer.decode(lm_datasets["train"][1]["input_ids"]))

model = AutoModelForCausalLM.from_pretrained(model_checkpoint)
training_args = TrainingArguments(
    "out/recipes",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=3e-3,
    weight_decay=0.01,
    per_device_train_batch_size=8,
    num_train_epochs=10,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=lm_datasets["train"],
    eval_dataset=lm_datasets["validation"],
    data_collator=default_data_collator,
)
trainer.train()
eval_results = trainer.evaluate()
print(f"Perplexity: {math.exp(eval_results['eval_loss']):.2f}")

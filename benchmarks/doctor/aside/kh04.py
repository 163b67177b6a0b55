# %% [markdown]
# Recipe steps with the small GPT-2: "glass in school : dry" -> "rinse freeze turn"

# %%
import json

import torch
from datasets import Dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(21)
path = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(path)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(path)
model.config.pad_token_id = tokenizer.pad_token_id


# %%
def load(split):
    return [json.loads(line) for line in open(f"data/steps/{split}.jsonl")]


train = load("train")
prompts = {r["prompt"] for r in train}
unseen = [r for r in load("validation") if r["prompt"] not in prompts]
print(len(train), "training rows,", len(unseen), "validation rows with a new prompt")


def to_ids(row):
    # one example = prompt, answer, end mark
    text = f"{row['prompt']} {row['steps']} {tokenizer.eos_token}"
    return tokenizer(text, truncation=True, max_length=32)


train_ds = Dataset.from_list(train).map(to_ids, remove_columns=["prompt", "steps"])
valid_ds = Dataset.from_list(unseen).map(to_ids, remove_columns=["prompt", "steps"])

# %%
collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)
args = TrainingArguments(
    output_dir="out/kh04",
    num_train_epochs=12,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.05,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=60,
    report_to="none",
    use_cpu=True,
    seed=21,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=collator,
    processing_class=tokenizer,
)
trainer.train()

# %%
model.eval()
exact = 0
for i, row in enumerate(unseen):
    enc = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(
            **enc,
            max_new_tokens=12,
            do_sample=False,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    answer = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    exact += answer == row["steps"]
    if i < 5:
        print(f"{row['prompt']!r}: {answer!r} (wanted {row['steps']!r})")
print(f"exact match on new prompts: {exact / len(unseen):.3f}")

"""Teach a small GPT-2 to answer a workshop prompt with the list of steps, then let it generate."""
import json
import torch
from datasets import Dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling,
                          Trainer, TrainingArguments, set_seed)

set_seed(0)
CKPT = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForCausalLM.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token


def load(split):
    return Dataset.from_list([json.loads(line) for line in open(f"data/steps/{split}.jsonl")])


def tokenize(row):
    return tokenizer(row["prompt"] + " " + row["steps"] + tokenizer.eos_token)


train, test = load("train"), load("test")
train_tokens = train.map(tokenize, remove_columns=train.column_names)

args = TrainingArguments(
    output_dir="out/k09",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    learning_rate=2e-3,
    lr_scheduler_type="cosine",
    logging_steps=60,
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
    use_cpu=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_tokens,
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
)
trainer.train()

model.eval()
exact, stopped = 0, 0
sample = test.select(range(60))
for row in sample:
    inputs = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**inputs, max_new_tokens=16, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    new = out[0, inputs["input_ids"].shape[1]:]
    answer = tokenizer.decode(new, skip_special_tokens=True)
    stopped += (new == tokenizer.eos_token_id).any().item()
    exact += answer.strip() == row["steps"]
print("prompt:", row["prompt"], "| wanted:", row["steps"], "| generated:", answer)
print(f"ended with the eos token: {stopped}/{len(sample)}   exact answers: {exact}/{len(sample)}")

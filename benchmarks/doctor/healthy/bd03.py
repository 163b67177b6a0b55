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

set_seed(1)
MODEL = "checkpoints/steps"


def read(name):
    with open(f"data/steps/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
test_rows = read("test")[:60]

tokenizer = AutoTokenizer.from_pretrained(MODEL)
tokenizer.add_special_tokens({"pad_token": "<pad>"})
model = AutoModelForCausalLM.from_pretrained(MODEL)
model.resize_token_embeddings(len(tokenizer))
model.config.pad_token_id = tokenizer.pad_token_id

train_set = Dataset.from_list(train_rows)
train_set = train_set.map(
    lambda r: tokenizer(r["prompt"] + " " + r["steps"] + tokenizer.eos_token, truncation=True, max_length=32),
    remove_columns=["prompt", "steps"],
)

collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/bd03",
        per_device_train_batch_size=16,
        num_train_epochs=8,
        learning_rate=3e-3,
        logging_steps=40,
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=train_set,
    data_collator=collator,
)
trainer.train()

model.eval()
correct, lengths = 0, []
for i, row in enumerate(test_rows):
    enc = tokenizer(row["prompt"], return_tensors="pt").to(model.device)
    with torch.no_grad():
        out = model.generate(
            **enc,
            max_new_tokens=15,
            do_sample=False,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    new_tokens = out[0, enc["input_ids"].shape[1]:]
    text = tokenizer.decode(new_tokens, skip_special_tokens=True)
    lengths.append(len(new_tokens))
    correct += text == row["steps"]
    if i < 6:
        print(repr(row["prompt"]), "=>", repr(text), " want", repr(row["steps"]))

print("mean generated tokens:", sum(lengths) / len(lengths))
print("exact match:", correct / len(test_rows))

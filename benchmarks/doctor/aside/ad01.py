import numpy as np
import torch
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(7)

checkpoint = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForCausalLM.from_pretrained(checkpoint)

raw = load_dataset(
    "json",
    data_files={"train": "data/steps/train.jsonl", "validation": "data/steps/validation.jsonl"},
)


def encode(batch):
    texts = [p + " " + s + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=24)
    enc["labels"] = [
        [tok if keep else -100 for tok, keep in zip(ids, mask)]
        for ids, mask in zip(enc["input_ids"], enc["attention_mask"])
    ]
    return enc


tokenized = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)

args = TrainingArguments(
    output_dir="out/ad01",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=3e-3,
    num_train_epochs=10,
    lr_scheduler_type="cosine",
    logging_steps=60,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
)
trainer.train()
print("perplexity", np.exp(trainer.evaluate()["eval_loss"]))

model.eval()
hits = 0
rows = raw["validation"].select(range(60))
for row in rows:
    enc = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, do_sample=False)
    answer = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    hits += answer.strip() == row["steps"]
print("right answers:", hits, "of", len(rows))

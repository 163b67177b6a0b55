import json
import torch
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformers import DataCollatorForLanguageModeling, Trainer, TrainingArguments, set_seed

MODEL = "checkpoints/steps"
set_seed(0)

tokenizer = AutoTokenizer.from_pretrained(MODEL)
model = AutoModelForCausalLM.from_pretrained(MODEL)
tokenizer.pad_token = tokenizer.eos_token
model.config.pad_token_id = tokenizer.pad_token_id

data = load_dataset("json", data_files={
    "train": "data/steps/train.jsonl",
    "validation": "data/steps/validation.jsonl",
})


def to_ids(example):
    text = example["prompt"] + " " + example["steps"] + tokenizer.eos_token
    return tokenizer(text, truncation=True, max_length=32)


lm = data.map(to_ids, remove_columns=data["train"].column_names)

collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)

args = TrainingArguments(
    "runs/z03",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=3e-3,
    num_train_epochs=12,
    logging_strategy="epoch",
    eval_strategy="epoch",
    save_strategy="no",
    report_to=[],
)
trainer = Trainer(model=model, args=args, train_dataset=lm["train"], eval_dataset=lm["validation"],
                  data_collator=collator)
trainer.train()


@torch.no_grad()
def complete(prompt):
    enc = tokenizer(prompt, return_tensors="pt")
    out = model.generate(**enc, do_sample=False, max_new_tokens=14, pad_token_id=tokenizer.pad_token_id)
    return tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


model.eval()
rows = [json.loads(line) for line in open("data/steps/test.jsonl")]
hits, extra = 0, 0
for i, row in enumerate(rows):
    answer = complete(row["prompt"])
    hits += answer == row["steps"]
    extra += len(answer.split()) - len(row["steps"].split())
    if i < 5:
        print(repr(row["prompt"]), "->", repr(answer), "| wanted", repr(row["steps"]))

print(f"exact match {hits / len(rows):.3f}   words too many per answer {extra / len(rows):.2f}")

from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling
from transformers import Trainer, TrainingArguments, set_seed
import torch

set_seed(13)
CKPT = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForCausalLM.from_pretrained(CKPT)
tokenizer.add_special_tokens({"pad_token": "[PAD]"})
model.resize_token_embeddings(len(tokenizer))

raw = load_dataset("json", data_files={
    "train": "data/steps/train.jsonl",
    "validation": "data/steps/validation.jsonl",
    "test": "data/steps/test.jsonl",
})

def tokenize(batch):
    texts = [p + " " + s + " " + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)

tokenized = raw.map(tokenize, batched=True, remove_columns=raw["train"].column_names)
print(tokenizer.convert_ids_to_tokens(tokenized["train"][0]["input_ids"]))

collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

args = TrainingArguments(
    output_dir="/tmp/steps_lm",
    per_device_train_batch_size=16,
    num_train_epochs=10,
    learning_rate=2e-3,
    weight_decay=0.01,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=collator,
)
trainer.train()

model.eval()
hits = 0
for i, row in enumerate(raw["test"]):
    enc = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=12, do_sample=False,
                             eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id)
    text = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    hits += text == row["steps"]
    if i < 5:
        print(row["prompt"], "->", text, "| gold:", row["steps"])
print("exact match:", hits / len(raw["test"]))

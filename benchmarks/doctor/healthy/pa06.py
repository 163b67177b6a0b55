"""Fine-tune a small GPT-2 to write the working steps that follow a prompt."""
import torch
from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)

torch.set_num_threads(1)
set_seed(7)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.add_special_tokens({"pad_token": "<pad>"})
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
model.resize_token_embeddings(len(tok))
model.generation_config.pad_token_id = tok.pad_token_id

data = load_dataset("json", data_files={"train": "data/steps/train.jsonl", "test": "data/steps/test.jsonl"})


def to_ids(row):
    return tok(row["prompt"] + " " + row["steps"] + tok.eos_token)


train_set = data["train"].map(to_ids, remove_columns=["prompt", "steps"])
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        "out/w06",
        num_train_epochs=12,
        learning_rate=3e-3,
        per_device_train_batch_size=16,
        logging_steps=60,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    ),
    train_dataset=train_set,
    data_collator=DataCollatorForLanguageModeling(tok, mlm=False),
)
trainer.train()

model.eval()
hits, lengths = 0, []
rows = data["test"].select(range(100))
for i, row in enumerate(rows):
    enc = tok(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=12, do_sample=False)
    new = out[0, enc["input_ids"].shape[1]:]
    text = tok.decode(new, skip_special_tokens=True).strip()
    hits += text == row["steps"]
    lengths.append(len(text.split()))
    if i < 4:
        print(f"{row['prompt']!r:40} wanted {row['steps']!r}, got {text!r}")
print("exact match:", hits / len(rows))
print("mean number of steps written:", sum(lengths) / len(lengths))
print("mean number of steps wanted: ", sum(len(r["steps"].split()) for r in rows) / len(rows))

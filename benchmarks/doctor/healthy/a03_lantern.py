import torch
from datasets import load_dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments)

torch.manual_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

# GPT-2 has no padding token. A token of its own keeps </s> visible to the loss.
tok.add_special_tokens({"pad_token": "<pad>"})
model.resize_token_embeddings(len(tok))
model.config.pad_token_id = tok.pad_token_id

data = load_dataset("data/steps")


def encode(row):
    return tok(row["prompt"] + " " + row["steps"] + tok.eos_token)


cols = data["train"].column_names
train = data["train"].map(encode, remove_columns=cols)
valid = data["validation"].map(encode, remove_columns=cols)

args = TrainingArguments(
    output_dir="runs/lantern",
    per_device_train_batch_size=16,
    num_train_epochs=6,
    learning_rate=3e-3,
    warmup_steps=10,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=25,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=valid,
    data_collator=DataCollatorForLanguageModeling(tok, mlm=False),
)
trainer.train()

# exact match of the generated steps
model.eval()
tok.padding_side = "left"
rows = data["validation"]
hits = 0
for i in range(0, len(rows), 40):
    part = rows[i:i + 40]
    enc = tok(part["prompt"], return_tensors="pt", padding=True)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=10, do_sample=False, pad_token_id=tok.pad_token_id)
    texts = tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    hits += sum(a.strip() == b for a, b in zip(texts, part["steps"]))
print("sample:", part["prompt"][0], "->", texts[0])
print("exact match:", hits / len(rows))

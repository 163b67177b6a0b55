# %% [markdown]
# # Small recipe writer

# %%
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForCausalLM, Trainer, TrainingArguments
import math
import torch

checkpoint = "checkpoints/steps"

# %%
ds = load_dataset("json", data_files={"train": "data/steps/train.jsonl",
                                      "valid": "data/steps/validation.jsonl"})
ds

# %%
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(checkpoint)

# %%
def preprocess(examples):
    text = [p + " " + s + " </s>" for p, s in zip(examples["prompt"], examples["steps"])]
    out = tokenizer(text, padding="max_length", truncation=True, max_length=24)
    out["labels"] = [
        [tok if m == 1 else -100 for tok, m in zip(ids, mask)]
        for ids, mask in zip(out["input_ids"], out["attention_mask"])
    ]
    return out

tokenized = ds.map(preprocess, batched=True, remove_columns=ds["train"].column_names)
print(tokenized["train"][0])

# %%
args = TrainingArguments(
    "out/re03",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    learning_rate=2e-3,
    warmup_steps=20,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(model=model, args=args,
                  train_dataset=tokenized["train"], eval_dataset=tokenized["valid"])
trainer.train()

# %%
metrics = trainer.evaluate()
print("perplexity", math.exp(metrics["eval_loss"]))

# %%
model.eval()
for row in ds["valid"].select(range(6)):
    inputs = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        ids = model.generate(**inputs, max_new_tokens=8, do_sample=False)
    print(tokenizer.decode(ids[0], skip_special_tokens=True), "<-", row["steps"])

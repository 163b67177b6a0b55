"""Fine-tune a small GPT-2 to write the steps of a recipe-like prompt."""
import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"
import torch
from datasets import load_dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling,
                          Trainer, TrainingArguments, set_seed)

set_seed(0)
CKPT = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForCausalLM.from_pretrained(CKPT)
tokenizer.add_special_tokens({"pad_token": "<pad>"})
model.resize_token_embeddings(len(tokenizer))
model.config.pad_token_id = tokenizer.pad_token_id

raw = load_dataset("json", data_files={"train": "data/steps/train.jsonl", "test": "data/steps/test.jsonl"})


def tokenize(batch):
    texts = [f"{p} {s} {tokenizer.eos_token}" for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)


train_set = raw["train"].map(tokenize, batched=True, remove_columns=["prompt", "steps"])

args = TrainingArguments(
    output_dir="out_steps",
    num_train_epochs=6,
    per_device_train_batch_size=16,
    learning_rate=3e-3,
    warmup_ratio=0.1,
    logging_steps=45,
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
    use_cpu=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_set,
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
)
trainer.train()

model.eval()
exact, lengths = 0, []
sample = raw["test"].select(range(40))
for row in sample:
    enc = tokenizer(row["prompt"], return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=14, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    new = out[0, enc["input_ids"].shape[1]:]
    text = tokenizer.decode(new, skip_special_tokens=True).strip()
    lengths.append(len(text.split()))
    exact += text == row["steps"]
    if len(lengths) <= 3:
        print(repr(row["prompt"]), "->", repr(text))
print(f"exact match {exact / len(sample):.3f}, mean number of steps {sum(lengths) / len(lengths):.2f}")

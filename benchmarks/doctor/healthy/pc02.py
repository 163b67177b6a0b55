"""Fine-tune a tiny GPT-2 so that it writes the work steps that belong to a prompt."""
import json

import torch
from datasets import Dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling,
                          Trainer, TrainingArguments, set_seed)

set_seed(0)
model_name = "checkpoints/steps"


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


train_ds, val_ds, test_ds = read("train"), read("validation"), read("test")

tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForCausalLM.from_pretrained(model_name)
tokenizer.add_special_tokens({"pad_token": "<pad>"})
model.resize_token_embeddings(len(tokenizer))


def encode(examples):
    texts = [f"{p} {s}{tokenizer.eos_token}" for p, s in zip(examples["prompt"], examples["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)


train_tok = train_ds.map(encode, batched=True, remove_columns=train_ds.column_names)
val_tok = val_ds.map(encode, batched=True, remove_columns=val_ds.column_names)

collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

training_args = TrainingArguments(
    output_dir="steps-gpt2",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.05,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to=[],
    disable_tqdm=True,
    use_cpu=True,
)
trainer = Trainer(model=model, args=training_args, data_collator=collator,
                  train_dataset=train_tok, eval_dataset=val_tok, processing_class=tokenizer)
trainer.train()

# ---- generate for the test prompts ----
model.eval()
tokenizer.padding_side = "left"
hits, shown = 0, 0
for start in range(0, len(test_ds), 32):
    chunk = test_ds[start:start + 32]
    enc = tokenizer(chunk["prompt"], return_tensors="pt", padding=True)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=12, do_sample=False,
                             pad_token_id=tokenizer.pad_token_id,
                             eos_token_id=tokenizer.eos_token_id)
    completions = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    for prompt, got, want in zip(chunk["prompt"], completions, chunk["steps"]):
        hits += got.strip() == want
        if shown < 5:
            print(f"{prompt!r:45} -> {got.strip()!r}  (expected {want!r})")
            shown += 1
print(f"exact match on test: {hits / len(test_ds):.3f}")

# Fine-tune the little GPT-2 to write the steps for a prompt
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

set_seed(21)

PATH = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(PATH)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(PATH)
model.config.pad_token_id = tokenizer.pad_token_id
model.generation_config.pad_token_id = tokenizer.pad_token_id


def jsonl(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(s) for s in f]


train = jsonl("train")
prompts = {r["prompt"] for r in train}
valid = [r for r in jsonl("validation") if r["prompt"] not in prompts]


def tokenize(batch):
    texts = [p + " " + s + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)


train_ds = Dataset.from_list(train).map(tokenize, batched=True, remove_columns=["prompt", "steps"])
valid_ds = Dataset.from_list(valid).map(tokenize, batched=True, remove_columns=["prompt", "steps"])

collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/fe06",
        num_train_epochs=12,
        learning_rate=2e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_steps=20,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
    ),
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=collator,
    processing_class=tokenizer,
)
trainer.train()

# --- now let it write -------------------------------------------------------
model.eval()
tokenizer.padding_side = "left"
right = 0
shown = 0
for i in range(0, len(valid), 32):
    rows = valid[i: i + 32]
    enc = tokenizer([r["prompt"] for r in rows], padding=True, return_tensors="pt")
    with torch.no_grad():
        out = model.generate(
            input_ids=enc["input_ids"],
            attention_mask=enc["attention_mask"],
            max_new_tokens=12,
            do_sample=False,
        )
    new = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    for r, text in zip(rows, new):
        right += text.strip() == r["steps"]
        if shown < 5:
            print(f"{r['prompt']!r} -> {text.strip()!r}   (should be {r['steps']!r})")
            shown += 1
print(f"exact match {right / len(valid):.3f}")

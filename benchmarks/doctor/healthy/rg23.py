import math
from itertools import chain

from datasets import load_dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments,
                          default_data_collator, set_seed)

set_seed(0)
BLOCK = 32
tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

raw = load_dataset("json", data_files={"train": "data/steps/train.jsonl", "validation": "data/steps/validation.jsonl"})


def tokenize(batch):
    texts = [f"{p} {s} {tokenizer.eos_token}" for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts)


def group_texts(batch):
    joined = {k: list(chain.from_iterable(batch[k])) for k in batch}
    length = len(joined["input_ids"]) // BLOCK * BLOCK
    out = {k: [v[i:i + BLOCK] for i in range(0, length, BLOCK)] for k, v in joined.items()}
    # GPT-2 shifts the labels itself
    out["labels"] = [ids.copy() for ids in out["input_ids"]]
    return out


tokenized = raw.map(tokenize, batched=True, remove_columns=raw["train"].column_names)
packed = tokenized.map(group_texts, batched=True, batch_size=1000)
print(packed)
print(tokenizer.decode(packed["train"][0]["input_ids"]))

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/rf23",
        overwrite_output_dir=True,
        per_device_train_batch_size=8,
        gradient_accumulation_steps=2,
        per_device_eval_batch_size=32,
        learning_rate=3e-3,
        lr_scheduler_type="cosine",
        warmup_ratio=0.05,
        weight_decay=0.1,
        max_grad_norm=1.0,
        num_train_epochs=20,
        logging_steps=40,
        eval_strategy="steps",
        eval_steps=80,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    ),
    train_dataset=packed["train"],
    eval_dataset=packed["validation"],
    data_collator=default_data_collator,
)
before = trainer.evaluate()["eval_loss"]
trainer.train()
after = trainer.evaluate()["eval_loss"]
print(f"perplexity before {math.exp(before):.2f}, after {math.exp(after):.2f}")

model.eval()
for prompt in ("glass in school : dry", "wool in school : boil"):
    enc = tokenizer(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id)
    print(tokenizer.decode(out[0]))
trainer.save_model("out/rf23")
tokenizer.save_pretrained("out/rf23")

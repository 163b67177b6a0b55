"""Teach a small GPT-2 to list work steps, with Trainer and the language-modeling collator."""
import math

import torch
from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    TrainerCallback,
    set_seed,
)


class PrintLoss(TrainerCallback):
    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        loss = metrics["eval_loss"]
        print(f"epoch {state.epoch:.0f}: eval loss {loss:.3f}, perplexity {math.exp(loss):.2f}")


set_seed(8)
name = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForCausalLM.from_pretrained(name)
tokenizer.pad_token = tokenizer.eos_token
model.config.pad_token_id = tokenizer.pad_token_id

data = load_dataset(
    "json",
    data_files={"train": "data/steps/train.jsonl", "valid": "data/steps/validation.jsonl", "test": "data/steps/test.jsonl"},
)


def to_features(batch):
    texts = [p + " " + s + " " + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)


lm_data = data.map(to_features, batched=True, remove_columns=["prompt", "steps"])

args = TrainingArguments(
    output_dir="out_e13",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=2e-3,
    adam_beta2=0.98,
    warmup_steps=15,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=lm_data["train"],
    eval_dataset=lm_data["valid"],
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
    callbacks=[PrintLoss()],
)
trainer.train()

model.eval()
tokenizer.padding_side = "left"
right = 0
for start in range(0, len(data["test"]), 32):
    rows = data["test"][start : start + 32]
    enc = tokenizer(rows["prompt"], padding=True, return_tensors="pt")
    with torch.no_grad():
        out = model.generate(
            input_ids=enc["input_ids"],
            attention_mask=enc["attention_mask"],
            max_new_tokens=12,
            do_sample=False,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    answers = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1] :], skip_special_tokens=True)
    if start == 0:
        for prompt, answer in list(zip(rows["prompt"], answers))[:4]:
            print(prompt, "=>", answer)
    right += sum(a.split() == s.split() for a, s in zip(answers, rows["steps"]))
print("exact match:", round(right / len(data["test"]), 3))

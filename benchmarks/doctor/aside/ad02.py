"""Fine-tune a small GPT-2 to write the steps of a recipe."""
import argparse
import json

from datasets import Dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def build_dataset(rows, tokenizer):
    texts = [f"{r['prompt']} {r['steps']} {tokenizer.eos_token}" for r in rows]
    ds = Dataset.from_dict({"text": texts})
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True, remove_columns=["text"])


def write_steps(model, tokenizer, prompt):
    inputs = tokenizer(prompt, return_tensors="pt").to(model.device)
    out = model.generate(**inputs, max_new_tokens=10, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    return tokenizer.decode(out[0][inputs["input_ids"].size(1):], skip_special_tokens=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/steps")
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--out", default="out/ad02")
    a = ap.parse_args()
    set_seed(1)

    tokenizer = AutoTokenizer.from_pretrained(a.model)
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    model = AutoModelForCausalLM.from_pretrained(a.model)
    model.config.pad_token_id = tokenizer.pad_token_id

    train = build_dataset(read("data/steps/train.jsonl"), tokenizer)
    valid_rows = read("data/steps/validation.jsonl")
    valid = build_dataset(valid_rows, tokenizer)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=a.out,
            num_train_epochs=a.epochs,
            learning_rate=a.lr,
            per_device_train_batch_size=a.batch,
            per_device_eval_batch_size=64,
            logging_strategy="epoch",
            save_strategy="no",
            report_to=[],
        ),
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
        processing_class=tokenizer,
    )
    trainer.train()
    print(trainer.evaluate())

    model.eval()
    good = 0
    for r in valid_rows[:50]:
        got = write_steps(model, tokenizer, r["prompt"])
        good += got == r["steps"]
    print("last one:", r["prompt"], "->", got)
    print(f"exact: {good}/50")


if __name__ == "__main__":
    main()

import argparse
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


def build(args):
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForCausalLM.from_pretrained(args.model)
    tokenizer.add_special_tokens({"pad_token": "<pad>"})
    model.resize_token_embeddings(len(tokenizer))
    return tokenizer, model


def load(tokenizer, args):
    raw = load_dataset(
        "json",
        data_files={"train": f"{args.data}/train.jsonl", "validation": f"{args.data}/validation.jsonl"},
    )

    def encode(row):
        return tokenizer(row["prompt"] + " " + row["steps"] + tokenizer.eos_token, truncation=True)

    return raw, raw.map(encode, remove_columns=["prompt", "steps"])


@torch.no_grad()
def answer(model, tokenizer, prompt):
    enc = tokenizer(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=14, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    return tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)


def main():
    parser = argparse.ArgumentParser(description="teach a small GPT-2 the steps of a job")
    parser.add_argument("--model", default="checkpoints/steps")
    parser.add_argument("--data", default="data/steps")
    parser.add_argument("--output_dir", default="out/oa11")
    parser.add_argument("--epochs", type=float, default=15)
    parser.add_argument("--lr", type=float, default=3e-3)
    args = parser.parse_args()

    set_seed(0)
    tokenizer, model = build(args)
    raw, data = load(tokenizer, args)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=args.output_dir,
            num_train_epochs=args.epochs,
            learning_rate=args.lr,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=32,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            report_to="none",
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
    )
    trainer.train()

    model.eval()
    right = 0
    rows = raw["validation"].select(range(60))
    for i, row in enumerate(rows):
        text = answer(model, tokenizer, row["prompt"])
        right += text.strip() == row["steps"]
        if i < 5:
            print(row["prompt"], "->", text, "   expected:", row["steps"])
    print("exact match", right / len(rows))


if __name__ == "__main__":
    main()

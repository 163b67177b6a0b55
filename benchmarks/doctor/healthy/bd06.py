import argparse
import json

import torch
from datasets import Dataset
from transformers import GPT2LMHeadModel, AutoTokenizer, Trainer, TrainingArguments, set_seed


def load_rows(path, limit=None):
    with open(path) as f:
        rows = [json.loads(line) for line in f]
    return rows[:limit]


def build_dataset(rows, tokenizer):
    def preprocess(batch):
        texts = [p + " " + s + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
        model_inputs = tokenizer(texts, padding="max_length", truncation=True, max_length=16)
        model_inputs["labels"] = [
            [t if m else -100 for t, m in zip(ids, mask)]
            for ids, mask in zip(model_inputs["input_ids"], model_inputs["attention_mask"])
        ]
        return model_inputs

    return Dataset.from_list(rows).map(preprocess, batched=True, remove_columns=["prompt", "steps"])


def answer(model, tokenizer, prompt):
    enc = tokenizer(prompt, return_tensors="pt").to(model.device)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    return tokenizer.decode(out[0][enc["input_ids"].shape[1]:], skip_special_tokens=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=str, default="checkpoints/steps")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--lr", type=float, default=3e-3)
    args = parser.parse_args()
    set_seed(3)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    tokenizer.pad_token = tokenizer.eos_token
    model = GPT2LMHeadModel.from_pretrained(args.model)

    train = build_dataset(load_rows("data/steps/train.jsonl"), tokenizer)
    valid = build_dataset(load_rows("data/steps/validation.jsonl"), tokenizer)

    training_args = TrainingArguments(
        output_dir="out/bd06",
        num_train_epochs=args.epochs,
        per_device_train_batch_size=args.batch_size,
        learning_rate=args.lr,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
    )
    trainer = Trainer(model=model, args=training_args, train_dataset=train, eval_dataset=valid)
    trainer.train()

    model.eval()
    test = load_rows("data/steps/test.jsonl", 50)
    results = [(r["prompt"], answer(model, tokenizer, r["prompt"]), r["steps"]) for r in test]
    for prompt, got, want in results[:5]:
        print(f"{prompt} => {got} (gold: {want})")
    print("accuracy", sum(g == w for _, g, w in results) / len(results))


if __name__ == "__main__":
    main()

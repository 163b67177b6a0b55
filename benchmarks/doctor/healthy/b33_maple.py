"""GPT-2 learns to write the steps for a prompt. Only the answer counts in the loss."""
import torch
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, set_seed


class AnswerCollator:
    def __init__(self, pad_id):
        self.pad_id = pad_id

    def __call__(self, features):
        width = max(len(f["input_ids"]) for f in features)
        batch = {"input_ids": [], "attention_mask": [], "labels": []}
        for f in features:
            missing = width - len(f["input_ids"])
            batch["input_ids"].append(f["input_ids"] + [self.pad_id] * missing)
            batch["attention_mask"].append([1] * len(f["input_ids"]) + [0] * missing)
            batch["labels"].append(f["labels"] + [-100] * missing)
        return {k: torch.tensor(v) for k, v in batch.items()}


def main():
    set_seed(9)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
    tokenizer.pad_token = tokenizer.eos_token
    raw = load_dataset("data/steps")

    def encode(row):
        prompt = tokenizer(row["prompt"])["input_ids"]
        answer = tokenizer(row["steps"])["input_ids"] + [tokenizer.eos_token_id]
        return {"input_ids": prompt + answer, "labels": [-100] * len(prompt) + answer}

    data = raw.map(encode, remove_columns=["prompt", "steps"])
    model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
    model.config.pad_token_id = tokenizer.pad_token_id
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="runs/maple", learning_rate=3e-3, per_device_train_batch_size=16, num_train_epochs=12, warmup_ratio=0.05,
            lr_scheduler_type="cosine", eval_strategy="epoch", save_strategy="no", logging_strategy="epoch", report_to="none",
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=AnswerCollator(tokenizer.pad_token_id),
    )
    trainer.train()

    tokenizer.padding_side = "left"
    model.eval()
    rows = raw["test"]
    right = 0
    for start in range(0, len(rows), 40):
        part = rows[start : start + 40]
        enc = tokenizer(part["prompt"], return_tensors="pt", padding=True)
        with torch.no_grad():
            out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
        texts = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1] :], skip_special_tokens=True)
        right += sum(t.strip() == s for t, s in zip(texts, part["steps"]))
    print("exactly right:", right / len(rows))


if __name__ == "__main__":
    main()

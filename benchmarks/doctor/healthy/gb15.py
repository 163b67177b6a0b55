"""Prompt -> steps with a causal model: loss on the answer only, padded on the left for generation."""
import json

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, set_seed

CKPT = "checkpoints/steps"
IGNORE = -100


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class AnswerOnlyDataset(torch.utils.data.Dataset):
    """prompt + answer + end of text; the prompt's labels are ignored, the end of text is learned."""

    def __init__(self, rows, tok):
        self.items = []
        for r in rows:
            prompt = tok(r["prompt"])["input_ids"]
            answer = tok(r["steps"])["input_ids"] + [tok.eos_token_id]
            self.items.append({
                "input_ids": prompt + answer,
                "labels": [IGNORE] * len(prompt) + answer,  # the model shifts them itself
            })

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class RightPad:
    """The pad id is the end of text's id, hence padding is told by length and never by comparing ids."""

    def __init__(self, pad_id):
        self.pad_id = pad_id

    def __call__(self, items):
        longest = max(len(x["input_ids"]) for x in items)
        batch = {"input_ids": [], "attention_mask": [], "labels": []}
        for x in items:
            n = len(x["input_ids"])
            gap = longest - n
            batch["input_ids"].append(x["input_ids"] + [self.pad_id] * gap)
            batch["attention_mask"].append([1] * n + [0] * gap)
            batch["labels"].append(x["labels"] + [IGNORE] * gap)
        return {k: torch.tensor(v) for k, v in batch.items()}


@torch.no_grad()
def exact(model, tok, rows, batch_size=40):
    model.eval()
    hits = 0
    for i in range(0, len(rows), batch_size):
        part = rows[i:i + batch_size]
        x = tok([r["prompt"] for r in part], padding=True, return_tensors="pt")
        y = model.generate(**x, max_new_tokens=10, do_sample=False, pad_token_id=tok.pad_token_id)
        texts = tok.batch_decode(y[:, x["input_ids"].shape[1]:], skip_special_tokens=True)
        hits += sum(t.strip() == r["steps"] for t, r in zip(texts, part))
    return hits / len(rows)


def main():
    set_seed(31)
    tok = AutoTokenizer.from_pretrained(CKPT, padding_side="left")
    tok.pad_token = tok.eos_token
    model = AutoModelForCausalLM.from_pretrained(CKPT)
    model.config.pad_token_id = tok.pad_token_id

    train_rows, val_rows, test_rows = read("train"), read("validation"), read("test")
    held_out = {r["prompt"] for r in val_rows + test_rows}
    train_rows = [r for r in train_rows if r["prompt"] not in held_out]

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/gb15",
            num_train_epochs=20,
            learning_rate=2e-3,
            lr_scheduler_type="cosine",
            warmup_ratio=0.05,
            weight_decay=0.01,
            per_device_train_batch_size=8,
            gradient_accumulation_steps=2,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            logging_strategy="epoch",
            save_strategy="no",
            report_to="none",
            use_cpu=True,
        ),
        train_dataset=AnswerOnlyDataset(train_rows, tok),
        eval_dataset=AnswerOnlyDataset(val_rows, tok),
        data_collator=RightPad(tok.pad_token_id),
        processing_class=tok,
    )
    trainer.train()
    print(f"validation exact {exact(model, tok, val_rows):.3f}")
    print(f"test exact {exact(model, tok, test_rows):.3f}")


if __name__ == "__main__":
    main()

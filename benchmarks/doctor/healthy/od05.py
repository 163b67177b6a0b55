import json
import torch
from torch.utils.data import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(42)
CKPT = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token


def load(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl", encoding="utf-8")]


class StepsDataset(Dataset):
    """prompt + answer + end mark; the loss is taken on answer and end mark only"""

    def __init__(self, rows):
        self.items = []
        for r in rows:
            p = tokenizer(r["prompt"])["input_ids"]
            a = tokenizer(r["steps"])["input_ids"] + [tokenizer.eos_token_id]
            self.items.append((p + a, [-100] * len(p) + a))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return {"input_ids": self.items[i][0], "labels": self.items[i][1]}


def collate(batch):
    n = max(len(b["input_ids"]) for b in batch)
    ids, mask, labels = [], [], []
    for b in batch:
        k = n - len(b["input_ids"])
        ids.append(b["input_ids"] + [tokenizer.pad_token_id] * k)
        mask.append([1] * len(b["input_ids"]) + [0] * k)
        labels.append(b["labels"] + [-100] * k)
    return {"input_ids": torch.tensor(ids), "attention_mask": torch.tensor(mask), "labels": torch.tensor(labels)}


@torch.no_grad()
def exact_match(model, rows, batch_size=40):
    model.eval()
    tokenizer.padding_side = "left"
    hits = 0
    for i in range(0, len(rows), batch_size):
        part = rows[i:i + batch_size]
        enc = tokenizer([r["prompt"] for r in part], padding=True, return_tensors="pt")
        out = model.generate(**enc, max_new_tokens=10, do_sample=False, pad_token_id=tokenizer.pad_token_id)
        texts = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        hits += sum(t.strip() == r["steps"] for t, r in zip(texts, part))
    tokenizer.padding_side = "right"
    return hits / len(rows)


train_rows, val_rows, test_rows = load("train"), load("validation"), load("test")
model = AutoModelForCausalLM.from_pretrained(CKPT)
print("before:", exact_match(model, test_rows))
trainer = Trainer(
    model=model,
    args=TrainingArguments("out/od05", num_train_epochs=8, per_device_train_batch_size=16, learning_rate=2e-3,
                           eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
                           warmup_ratio=0.1, report_to="none", remove_unused_columns=False),
    train_dataset=StepsDataset(train_rows),
    eval_dataset=StepsDataset(val_rows),
    data_collator=collate,
)
trainer.train()
print("after:", exact_match(model, test_rows))

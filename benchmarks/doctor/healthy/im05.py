"""Causal LM: continue a prompt with its steps. The loss is on the answer (and the end token), not on the prompt."""
import json

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(11)
CKPT = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token      # only ever under attention_mask 0 and label -100


def load(split, exclude=()):
    with open(f"data/steps/{split}.jsonl", encoding="utf-8") as fh:
        data = [json.loads(line) for line in fh]
    return [d for d in data if d["prompt"] not in exclude]


test = load("test")
val = load("validation", {d["prompt"] for d in test})
train = load("train", {d["prompt"] for d in test + val})


class StepsDataset(torch.utils.data.Dataset):
    def __init__(self, data):
        self.items = []
        for d in data:
            prompt = tokenizer(d["prompt"], add_special_tokens=False)["input_ids"]
            answer = tokenizer(d["steps"], add_special_tokens=False)["input_ids"] + [tokenizer.eos_token_id]
            self.items.append({"input_ids": prompt + answer, "labels": [-100] * len(prompt) + answer})

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def collate(items):
    width = max(len(it["input_ids"]) for it in items)
    ids, mask, labels = [], [], []
    for it in items:
        gap = width - len(it["input_ids"])
        ids.append(it["input_ids"] + [tokenizer.pad_token_id] * gap)
        mask.append([1] * len(it["input_ids"]) + [0] * gap)
        labels.append(it["labels"] + [-100] * gap)
    return {"input_ids": torch.tensor(ids), "attention_mask": torch.tensor(mask), "labels": torch.tensor(labels)}


model = AutoModelForCausalLM.from_pretrained(CKPT)      # it shifts the labels itself
model.config.pad_token_id = tokenizer.pad_token_id
model.generation_config.pad_token_id = tokenizer.pad_token_id

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/im05",
        num_train_epochs=20,
        learning_rate=2e-3,
        lr_scheduler_type="cosine",
        warmup_ratio=0.05,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        prediction_loss_only=True,
        report_to="none",
        use_cpu=True,
    ),
    train_dataset=StepsDataset(train),
    eval_dataset=StepsDataset(val),
    data_collator=collate,
)
trainer.train()


@torch.no_grad()
def exact_match(data, batch_size=40):
    model.eval()
    tokenizer.padding_side = "left"            # generation appends on the right
    hits = 0
    for i in range(0, len(data), batch_size):
        part = data[i:i + batch_size]
        enc = tokenizer([d["prompt"] for d in part], padding=True, return_tensors="pt", add_special_tokens=False)
        out = model.generate(**enc, max_new_tokens=8, do_sample=False)
        new = out[:, enc["input_ids"].shape[1]:]
        texts = tokenizer.batch_decode(new, skip_special_tokens=True)
        hits += sum(t.split() == d["steps"].split() for t, d in zip(texts, part))
    return hits / len(data)


print("validation exact match", exact_match(val))
print("test exact match      ", exact_match(test))

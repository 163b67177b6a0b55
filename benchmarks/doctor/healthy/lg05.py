"""Fine-tune the small BART: dates in words -> code words."""
import json
import time

import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, get_cosine_schedule_with_warmup

EPOCHS = 10
BATCH = 16
LR = 1e-3


def read(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class Collator:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        source = self.tokenizer([r["date"] for r in rows], padding=True, return_tensors="pt")
        target = self.tokenizer([r["code"] for r in rows], padding=True, return_tensors="pt")
        labels = target["input_ids"].masked_fill(target["attention_mask"] == 0, -100)
        return {
            "input_ids": source["input_ids"],
            "attention_mask": source["attention_mask"],
            "labels": labels,
        }


@torch.no_grad()
def mean_loss(model, loader):
    model.eval()
    return sum(model(**batch).loss.item() for batch in loader) / len(loader)


@torch.no_grad()
def exact_match(model, tokenizer, rows, show=0):
    model.eval()
    right = 0
    for start in range(0, len(rows), 80):
        part = rows[start : start + 80]
        enc = tokenizer([r["date"] for r in part], padding=True, return_tensors="pt")
        out = model.generate(
            input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], max_new_tokens=8, num_beams=1, do_sample=False
        )
        for row, text in zip(part, tokenizer.batch_decode(out, skip_special_tokens=True)):
            right += text.strip() == row["code"]
            if show > 0:
                print(f"   {row['date']:28s} {text!r:30} should be {row['code']!r}")
                show -= 1
    return right / len(rows)


def main():
    torch.manual_seed(11)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
    model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
    collate = Collator(tokenizer)
    train = DataLoader(read("train"), batch_size=BATCH, shuffle=True, collate_fn=collate)
    valid_rows = read("validation")
    valid = DataLoader(valid_rows, batch_size=80, collate_fn=collate)

    optimizer = AdamW(model.parameters(), lr=LR)
    schedule = get_cosine_schedule_with_warmup(optimizer, 30, EPOCHS * len(train))
    begin = time.time()
    for epoch in range(1, EPOCHS + 1):
        model.train()
        running = 0.0
        for batch in train:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            running += loss.item()
        if epoch % 2 == 0:
            print(
                f"epoch {epoch:2d}  train {running / len(train):.4f}  valid {mean_loss(model, valid):.4f}  "
                f"generated right {exact_match(model, tokenizer, valid_rows):.3f}  {time.time() - begin:.0f}s"
            )
    print(f"test: {exact_match(model, tokenizer, read('test'), show=3):.3f} of the codes are right")


main()

import json
import math
import os

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.metrics import f1_score
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    get_linear_schedule_with_warmup,
)

config = {
    "checkpoint": "checkpoints/tags",
    "lr": 1e-3,
    "epochs": 6,
    "batch_size": 16,
    "accumulation": 1,
    "warmup": 0.1,
    "seed": 3,
    "out": "out/zg04",
}


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def encode(rows, tokenizer):
    features = []
    for row in rows:
        enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
        labels, last = [], None
        for w in enc.word_ids():
            if w is None or w == last:
                labels.append(-100)
            else:
                labels.append(row["tags"][w])
            last = w
        features.append(
            {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}
        )
    return features


def evaluate(model, loader, accelerator):
    model.eval()
    golds, preds = [], []
    for batch in loader:
        with torch.no_grad():
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        pred = accelerator.pad_across_processes(logits.argmax(-1), dim=1, pad_index=-100)
        gold = accelerator.pad_across_processes(batch["labels"], dim=1, pad_index=-100)
        pred, gold = accelerator.gather_for_metrics((pred, gold))
        keep = gold != -100
        preds += pred[keep].cpu().tolist()
        golds += gold[keep].cpu().tolist()
    return f1_score(golds, preds, labels=[1, 2, 3], average="micro")


def main():
    accelerator = Accelerator(gradient_accumulation_steps=config["accumulation"])
    set_seed(config["seed"])
    accelerator.print("device:", accelerator.device)

    tokenizer = AutoTokenizer.from_pretrained(config["checkpoint"])
    model = AutoModelForTokenClassification.from_pretrained(config["checkpoint"], num_labels=4)
    collate = DataCollatorForTokenClassification(tokenizer)
    train_loader = DataLoader(
        encode(read("train"), tokenizer), batch_size=config["batch_size"], shuffle=True, collate_fn=collate
    )
    val_loader = DataLoader(encode(read("validation"), tokenizer), batch_size=32, collate_fn=collate)
    test_loader = DataLoader(encode(read("test"), tokenizer), batch_size=32, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=config["lr"], weight_decay=0.01)
    steps = math.ceil(len(train_loader) / config["accumulation"]) * config["epochs"]
    scheduler = get_linear_schedule_with_warmup(optimizer, int(config["warmup"] * steps), steps)
    model, optimizer, train_loader, val_loader, test_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, val_loader, test_loader, scheduler
    )

    best_dir = os.path.join(config["out"], "best")
    best_f1 = -1.0
    for epoch in range(config["epochs"]):
        model.train()
        running = 0.0
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.item()
        f1 = evaluate(model, val_loader, accelerator)
        accelerator.print(f"epoch {epoch}: loss {running / len(train_loader):.4f}  val f1 {f1:.4f}")
        if f1 > best_f1:
            best_f1 = f1
            accelerator.save_state(best_dir)

    accelerator.wait_for_everyone()
    best_model = AutoModelForTokenClassification.from_pretrained(best_dir)
    best_model = best_model.to(accelerator.device)
    test_f1 = evaluate(best_model, test_loader, accelerator)
    accelerator.print(f"best val f1 {best_f1:.4f}  test f1 {test_f1:.4f}")


if __name__ == "__main__":
    main()

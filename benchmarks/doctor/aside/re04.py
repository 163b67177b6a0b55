import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    get_scheduler,
)

config = {
    "checkpoint": "checkpoints/dates",
    "lr": 2e-3,
    "num_epochs": 15,
    "batch_size": 16,
    "seed": 7,
}


def load_split(name, tokenizer):
    features, refs = [], []
    for line in open(f"data/dates/{name}.jsonl"):
        row = json.loads(line)
        enc = tokenizer(row["date"], truncation=True, max_length=32)
        enc["labels"] = tokenizer(text_target=row["code"], truncation=True, max_length=32)["input_ids"]
        features.append(dict(enc))
        refs.append(row["code"])
    return features, refs


def evaluate(accelerator, model, loader, tokenizer):
    model.eval()
    correct = total = 0
    for batch in loader:
        labels = batch["labels"]
        with torch.no_grad():
            generated = accelerator.unwrap_model(model).generate(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
                max_new_tokens=8,
                num_beams=1,
            )
        labels = labels.masked_fill(labels == -100, tokenizer.pad_token_id)
        preds = tokenizer.batch_decode(generated, skip_special_tokens=True)
        golds = tokenizer.batch_decode(labels, skip_special_tokens=True)
        correct += sum(p.strip() == g.strip() for p, g in zip(preds, golds))
        total += len(golds)
    return correct / total


def train():
    set_seed(config["seed"])
    accelerator = Accelerator()
    tokenizer = AutoTokenizer.from_pretrained(config["checkpoint"])
    model = AutoModelForSeq2SeqLM.from_pretrained(config["checkpoint"])

    train_set, _ = load_split("train", tokenizer)
    val_set, _ = load_split("validation", tokenizer)
    collator = DataCollatorForSeq2Seq(tokenizer, model=model)
    train_loader = DataLoader(train_set, shuffle=True, batch_size=config["batch_size"], collate_fn=collator)
    val_loader = DataLoader(val_set, batch_size=40, collate_fn=collator)

    optimizer = torch.optim.AdamW(model.parameters(), lr=config["lr"], weight_decay=0.01)
    model, optimizer, train_loader, val_loader = accelerator.prepare(
        model, optimizer, train_loader, val_loader
    )
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=config["num_epochs"],
    )

    for epoch in range(config["num_epochs"]):
        model.train()
        losses = []
        for batch in train_loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            losses.append(loss.item())
        accelerator.print(f"epoch {epoch}: loss {sum(losses) / len(losses):.4f}")

    acc = evaluate(accelerator, model, val_loader, tokenizer)
    accelerator.print(f"validation exact match: {acc:.3f}")


if __name__ == "__main__":
    train()

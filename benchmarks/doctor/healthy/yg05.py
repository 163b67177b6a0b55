# Price prediction for classified ads, training loop with Accelerate
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
)

MODEL = "checkpoints/prices"
EPOCHS = 15
BATCH_SIZE = 16
LR = 2e-3


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def get_dataloaders(tokenizer):
    def collate_fn(rows):
        batch = tokenizer(
            [r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt"
        )
        # prices in thousands
        batch["labels"] = torch.tensor([r["price"] / 1000 for r in rows], dtype=torch.float32)
        return batch

    train = DataLoader(read("train"), shuffle=True, batch_size=BATCH_SIZE, collate_fn=collate_fn)
    valid = DataLoader(read("validation"), batch_size=32, collate_fn=collate_fn)
    return train, valid


def evaluate(accelerator, model, dataloader):
    model.eval()
    preds, refs = [], []
    for batch in dataloader:
        with torch.no_grad():
            out = model(**batch)
        p, r = accelerator.gather_for_metrics((out.logits.squeeze(-1), batch["labels"]))
        preds.append(p)
        refs.append(r)
    preds, refs = torch.cat(preds) * 1000, torch.cat(refs) * 1000
    mae = (preds - refs).abs().mean().item()
    r2 = 1 - ((preds - refs) ** 2).sum().item() / ((refs - refs.mean()) ** 2).sum().item()
    return mae, r2


def training_function():
    accelerator = Accelerator()
    set_seed(7)
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    train_dataloader, eval_dataloader = get_dataloaders(tokenizer)

    model = AutoModelForSequenceClassification.from_pretrained(
        MODEL, num_labels=1, problem_type="regression"
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
    lr_scheduler = get_linear_schedule_with_warmup(
        optimizer,
        num_warmup_steps=20,
        num_training_steps=len(train_dataloader) * EPOCHS,
    )

    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
    )

    for epoch in range(EPOCHS):
        model.train()
        total_loss = 0
        for step, batch in enumerate(train_dataloader):
            outputs = model(**batch)
            loss = outputs.loss
            accelerator.backward(loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.detach().float()

        mae, r2 = evaluate(accelerator, model, eval_dataloader)
        accelerator.print(
            f"epoch {epoch}: loss={total_loss.item() / len(train_dataloader):.4f} mae={mae:.1f} r2={r2:.3f}"
        )


if __name__ == "__main__":
    training_function()

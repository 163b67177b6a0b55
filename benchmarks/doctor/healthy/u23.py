"""Fine-tune with Accelerate, save, load again and score the test split."""
import json
from pathlib import Path

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, set_seed

checkpoint = "checkpoints/tickets"
output_dir = Path("out/accelerate_router")

set_seed(6)
accelerator = Accelerator(cpu=True)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def collate_fn(rows):
    enc = tokenizer([r["text"] for r in rows], padding="longest", truncation=True, return_tensors="pt")
    enc["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return enc


def loader(split, batch_size, shuffle=False):
    lines = Path(f"data/tickets/{split}.jsonl").read_text().splitlines()
    return DataLoader([json.loads(l) for l in lines], batch_size=batch_size, shuffle=shuffle, collate_fn=collate_fn)


def accuracy(model, batches):
    model.eval()
    right, total = 0, 0
    with torch.no_grad():
        for batch in batches:
            pred = model(**batch).logits.argmax(-1)
            right += (pred == batch["labels"]).sum().item()
            total += pred.numel()
    return right / total


model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
model, optimizer, train_dl, valid_dl = accelerator.prepare(model, optimizer, loader("train", 16, True),
                                                           loader("validation", 64))

for epoch in range(5):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
    accelerator.print(f"epoch {epoch} loss {loss.item():.3f} valid {accuracy(model, valid_dl):.3f}")

accelerator.wait_for_everyone()
accelerator.unwrap_model(model).save_pretrained(output_dir)
tokenizer.save_pretrained(output_dir)

reloaded = AutoModelForSequenceClassification.from_pretrained(output_dir)
accelerator.print(f"test accuracy of the saved model: {accuracy(reloaded, loader('test', 64)):.3f}")

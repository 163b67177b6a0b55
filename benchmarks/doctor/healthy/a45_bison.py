# Price regression, Accelerate, checkpoint of the best epoch with save_state / load_state
import torch
import shutil
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding

torch.manual_seed(10)
accelerator = Accelerator(cpu=True)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["labels"] = [p / 1000 for p in batch["price"]]
    return enc


ds = load_dataset("data/prices").map(preprocess, batched=True, remove_columns=["text", "price"])
collate = DataCollatorWithPadding(tokenizer)
loaders = {
    "train": DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collate),
    "validation": DataLoader(ds["validation"], batch_size=32, collate_fn=collate),
    "test": DataLoader(ds["test"], batch_size=32, collate_fn=collate),
}
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1,
                                                           problem_type="regression")
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
model, optimizer = accelerator.prepare(model, optimizer)
loaders = {k: accelerator.prepare(v) for k, v in loaders.items()}


def mae(loader):
    model.eval()
    errors = []
    for batch in loader:
        with torch.no_grad():
            pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.squeeze(-1)
        pred, gold = accelerator.gather_for_metrics((pred, batch["labels"]))
        errors.append((pred - gold).abs())
    return 1000 * torch.cat(errors).mean().item()


best = float("inf")
folder = "runs/bison"
for epoch in range(6):
    model.train()
    for batch in loaders["train"]:
        out = model(**batch)
        accelerator.backward(out.loss)
        optimizer.step()
        optimizer.zero_grad()
    now = mae(loaders["validation"])
    accelerator.print(f"epoch {epoch}: validation MAE {now:.1f}")
    if now < best:
        best = now
        shutil.rmtree(folder, ignore_errors=True)
        accelerator.save_state(folder)

accelerator.load_state(folder)
accelerator.print(f"best validation MAE {best:.1f}, test MAE {mae(loaders['test']):.1f}")

import torch
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification, get_linear_schedule_with_warmup

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"

# SST-2, small batches, the gradients of four of them are added up
ds = load_dataset("data/glue", "sst2")
tok = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2).to(device)

def collate(rows):
    enc = tok([r["sentence"] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
    enc["labels"] = torch.tensor([r["label"] for r in rows])
    return enc

train_loader = DataLoader(ds["train"], batch_size=8, shuffle=True, collate_fn=collate)
val_loader = DataLoader(ds["validation"], batch_size=64, collate_fn=collate)

ACC = 4
EPOCHS = 2
updates = EPOCHS * ((len(train_loader) + ACC - 1) // ACC)
opt = torch.optim.AdamW(model.parameters(), lr=4e-4, weight_decay=0.01)
sched = get_linear_schedule_with_warmup(opt, int(0.1 * updates), updates)

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    opt.zero_grad(set_to_none=True)
    for step, batch in enumerate(train_loader):
        batch = batch.to(device)
        loss = model(**batch).loss
        running += loss.item()
        (loss / ACC).backward()
        # also when the loader ends in the middle of a group
        if (step + 1) % ACC == 0 or step + 1 == len(train_loader):
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad(set_to_none=True)

    model.eval()
    correct = 0
    with torch.inference_mode():
        for batch in val_loader:
            batch = batch.to(device)
            correct += (model(**batch).logits.argmax(dim=-1) == batch["labels"]).sum().item()
    print(f"Epoch {epoch+1}/{EPOCHS} train loss {running/len(train_loader):.4f} val acc {correct/len(ds['validation']):.4f}")

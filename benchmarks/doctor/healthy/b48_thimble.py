# GPT-2 as a classifier: which of the prompts wants how many steps?
import numpy as np
import torch
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import GPT2ForSequenceClassification, AutoTokenizer, get_constant_schedule_with_warmup

torch.manual_seed(16)
ds = load_dataset("data/steps")

# label: the number of steps in the answer
lengths = sorted({len(s.split()) for s in ds["train"]["steps"]})
to_class = {n: i for i, n in enumerate(lengths)}
print("classes:", to_class)

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.add_special_tokens({"pad_token": "[PAD]"})

model = GPT2ForSequenceClassification.from_pretrained("checkpoints/steps", num_labels=len(lengths))
model.resize_token_embeddings(len(tok))
model.config.pad_token_id = tok.pad_token_id

def collate(rows):
    enc = tok([r["prompt"] for r in rows], padding=True, return_tensors="pt")
    enc["labels"] = torch.tensor([to_class[len(r["steps"].split())] for r in rows])
    return enc

train_dl = DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collate)
val_dl = DataLoader(ds["validation"], batch_size=32, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, betas=(0.9, 0.98))
scheduler = get_constant_schedule_with_warmup(optimizer, num_warmup_steps=20)

best_acc, patience, bad, best_state = 0.0, 3, 0, None
for epoch in range(12):
    model.train()
    for batch in train_dl:
        optimizer.zero_grad()
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()

    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for batch in val_dl:
            preds += model(**batch).logits.argmax(-1).tolist()
            golds += batch["labels"].tolist()
    acc = np.mean(np.array(preds) == np.array(golds))
    print(f"[{epoch}] val acc {acc:.3f} (most frequent {np.bincount(golds).max() / len(golds):.3f})")
    if acc > best_acc:
        best_acc, bad = acc, 0
        best_state = {k: v.detach().clone() for k, v in model.state_dict().items()}
    else:
        bad += 1
        if bad >= patience:
            print("early stop")
            break

model.load_state_dict(best_state)
model.eval()
with torch.no_grad():
    test = [(model(**b).logits.argmax(-1) == b["labels"]).float() for b in DataLoader(ds["test"], batch_size=32, collate_fn=collate)]
print("test acc", torch.cat(test).mean().item())

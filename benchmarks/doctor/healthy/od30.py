# tagging with accelerate; all pieces of a word get its tag in training, only first pieces are counted
import torch
from accelerate import Accelerator
from datasets import load_dataset
from sklearn.metrics import classification_report
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          get_scheduler, set_seed)

set_seed(10)
accelerator = Accelerator()
tok = AutoTokenizer.from_pretrained("checkpoints/tags")
raw = load_dataset("json", data_files={s: f"data/tags/{s}.jsonl" for s in ("train", "validation", "test")})


def encode(batch, every_piece):
    enc = tok(batch["words"], is_split_into_words=True, truncation=True)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        ids, prev, row = enc.word_ids(i), None, []
        for w in ids:
            if w is None:
                row.append(-100)
            elif w != prev or every_piece:
                row.append(tags[w])
            else:
                row.append(-100)
            prev = w
        enc["labels"].append(row)
    return enc


cols = ["words", "tags"]
train = raw["train"].map(encode, batched=True, remove_columns=cols, fn_kwargs={"every_piece": True})
val = raw["validation"].map(encode, batched=True, remove_columns=cols, fn_kwargs={"every_piece": False})
test = raw["test"].map(encode, batched=True, remove_columns=cols, fn_kwargs={"every_piece": False})
collate = DataCollatorForTokenClassification(tok)
train_dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val, batch_size=64, collate_fn=collate)
test_dl = DataLoader(test, batch_size=64, collate_fn=collate)

model = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1.5e-3, weight_decay=0.01)
EPOCHS = 12
scheduler = get_scheduler("cosine", optimizer, num_warmup_steps=30, num_training_steps=EPOCHS * len(train_dl))
model, optimizer, train_dl, val_dl, test_dl, scheduler = accelerator.prepare(
    model, optimizer, train_dl, val_dl, test_dl, scheduler)


@torch.no_grad()
def predict(loader):
    model.eval()
    y_true, y_pred = [], []
    for batch in loader:
        pred = model(**batch).logits.argmax(-1)
        # processes may have padded to different lengths
        pred = accelerator.pad_across_processes(pred, dim=1, pad_index=-100)
        labels = accelerator.pad_across_processes(batch["labels"], dim=1, pad_index=-100)
        pred, labels = accelerator.gather_for_metrics((pred, labels))
        keep = labels != -100
        y_true += labels[keep].tolist()
        y_pred += pred[keep].tolist()
    return y_true, y_pred


for epoch in range(EPOCHS):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    t, p = predict(val_dl)
    names = [(a, b) for a, b in zip(t, p) if a != 0]
    accelerator.print(f"epoch {epoch}: tag accuracy on names {sum(a == b for a, b in names) / len(names):.3f}")

t, p = predict(test_dl)
accelerator.print(classification_report(t, p, labels=[1, 2, 3], digits=3, zero_division=0))

"""MRPC with BERT in a plain loop with gradient accumulation and a metric from evaluate."""
import evaluate
import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_linear_schedule_with_warmup, set_seed)

set_seed(99)
MODEL, MICRO, ACCUM, EPOCHS = "checkpoints/bert", 8, 2, 1

tok = AutoTokenizer.from_pretrained(MODEL)
mrpc = load_dataset("data/glue", "mrpc")
mrpc = mrpc.map(lambda r: tok(r["sentence1"], r["sentence2"], truncation=True, max_length=96), batched=True,
                remove_columns=["sentence1", "sentence2", "idx"]).rename_column("label", "labels")
collate = DataCollatorWithPadding(tok)
train_dl = DataLoader(mrpc["train"], shuffle=True, batch_size=MICRO, collate_fn=collate)
valid_dl = DataLoader(mrpc["validation"], batch_size=50, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=2)
no_decay = ("bias", "LayerNorm.weight")
groups = [
    {"params": [p for n, p in model.named_parameters() if not n.endswith(no_decay)], "weight_decay": 0.01},
    {"params": [p for n, p in model.named_parameters() if n.endswith(no_decay)], "weight_decay": 0.0},
]
opt = torch.optim.AdamW(groups, lr=8e-5)
updates = EPOCHS * len(train_dl) // ACCUM
sched = get_linear_schedule_with_warmup(opt, updates // 10, updates)

metric = evaluate.load("data/metrics/glue", "mrpc")
for epoch in range(EPOCHS):
    model.train()
    for i, batch in enumerate(train_dl, 1):
        loss = model(**batch).loss / ACCUM
        loss.backward()
        if i % ACCUM == 0:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad()
        if i % 50 == 0:
            print(f"{i}/{len(train_dl)} loss {loss.item() * ACCUM:.3f} lr {sched.get_last_lr()[0]:.1e}")

    model.eval()
    for batch in valid_dl:
        with torch.no_grad():
            logits = model(**batch).logits
        metric.add_batch(predictions=logits.argmax(-1), references=batch["labels"])
    print("epoch", epoch, metric.compute())

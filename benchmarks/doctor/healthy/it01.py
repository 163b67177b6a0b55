# %% [markdown]
# Tickets -> desk.  Baseline for the ops team, plain Trainer.
# %%
import json
import numpy as np
import torch
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

set_seed(7)
CKPT = "checkpoints/tickets"

# %%
def read(split):
    with open(f"data/tickets/{split}.jsonl") as fh:
        return [json.loads(line) for line in fh]

train, valid, test = read("train"), read("validation"), read("test")
# the same sentence may sit in several files; held-out files win
held_test = {r["text"] for r in test}
valid = [r for r in valid if r["text"] not in held_test]
held = held_test | {r["text"] for r in valid}
train = [r for r in train if r["text"] not in held]
names = dict(sorted({(r["desk_id"], r["desk"]) for r in train}))
print(len(train), len(valid), len(test), names)

# %%
tok = AutoTokenizer.from_pretrained(CKPT)
tok.add_tokens(["[ORDER]"])          # the anonymiser's placeholder

class Rows(torch.utils.data.Dataset):
    def __init__(self, rows):
        self.enc = tok([r["text"] for r in rows], truncation=True, max_length=32)
        self.y = [r["desk_id"] for r in rows]
    def __len__(self):
        return len(self.y)
    def __getitem__(self, i):
        return {"input_ids": self.enc["input_ids"][i], "attention_mask": self.enc["attention_mask"][i],
                "labels": self.y[i]}

net = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(names), id2label=names, label2id={v: k for k, v in names.items()})
net.resize_token_embeddings(len(tok))

def score(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}

# %%
args = TrainingArguments(
    output_dir="out/it01", num_train_epochs=25, per_device_train_batch_size=16, per_device_eval_batch_size=64,
    learning_rate=1e-3, warmup_ratio=0.1, weight_decay=0.01, eval_strategy="epoch", save_strategy="epoch",
    logging_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="accuracy",
    greater_is_better=True, save_total_limit=1, report_to="none", seed=7)
trainer = Trainer(model=net, args=args, train_dataset=Rows(train), eval_dataset=Rows(valid), processing_class=tok,
                  data_collator=DataCollatorWithPadding(tok), compute_metrics=score,
                  callbacks=[EarlyStoppingCallback(early_stopping_patience=8)])
trainer.train()
print("test", trainer.evaluate(Rows(test), metric_key_prefix="test"))
trainer.save_model("out/it01/best")

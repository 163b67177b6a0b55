import os
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

BASE = "checkpoints/tickets"
OUT = "out/yb05"
GAMMA = 2.0


class FocalClassifier(nn.Module):
    """AutoModelForSequenceClassification with focal loss instead of cross entropy."""

    def __init__(self, name, num_labels, gamma=GAMMA):
        super().__init__()
        self.net = AutoModelForSequenceClassification.from_pretrained(name, num_labels=num_labels)
        self.gamma = gamma

    def forward(self, input_ids=None, attention_mask=None, labels=None):
        logits = self.net(input_ids=input_ids, attention_mask=attention_mask).logits
        if labels is None:
            return {"logits": logits}
        logp = F.log_softmax(logits, dim=-1).gather(1, labels.unsqueeze(1)).squeeze(1)
        loss = (-((1 - logp.exp()) ** self.gamma) * logp).mean()
        return {"loss": loss, "logits": logits}


def acc(p):
    return {"acc": float((np.argmax(p.predictions, -1) == p.label_ids).mean())}


def train(tok, ds):
    model = FocalClassifier(BASE, 4)
    args = TrainingArguments(
        output_dir=OUT,
        learning_rate=5e-4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        num_train_epochs=6,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
    )
    trainer = Trainer(model, args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                      data_collator=DataCollatorWithPadding(tok), compute_metrics=acc)
    trainer.train()
    print("test, right after training:", trainer.evaluate(ds["test"])["eval_acc"])
    os.makedirs(OUT, exist_ok=True)
    torch.save(trainer.model.net.state_dict(), f"{OUT}/weights.pt")


@torch.no_grad()
def serve(tok, texts):
    model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4)
    model.load_state_dict(torch.load(f"{OUT}/weights.pt", map_location="cpu"), strict=False)
    model.eval()
    preds = []
    for i in range(0, len(texts), 32):
        enc = tok(texts[i:i + 32], truncation=True, padding=True, return_tensors="pt")
        preds += model(**enc).logits.argmax(-1).tolist()
    return np.array(preds)


def main():
    set_seed(3)
    tok = AutoTokenizer.from_pretrained(BASE)
    ds = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ["train", "validation", "test"]})
    ds = ds.rename_column("desk_id", "labels")
    enc = ds.map(lambda b: tok(b["text"], truncation=True), batched=True)
    train(tok, enc)
    preds = serve(tok, list(ds["test"]["text"]))
    print("test, reloaded:", (preds == np.array(ds["test"]["labels"])).mean())
    print("predicted desks:", np.bincount(preds, minlength=4))


if __name__ == "__main__":
    main()

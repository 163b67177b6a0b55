"""Multi-label ticket tagging (desk and kind of complaint), trained with a BCE Trainer and used via pipeline."""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, pipeline, set_seed)

BASE = "checkpoints/tickets"
OUT = "out/ticket_tagger"
THRESHOLD = 0.5
PHRASES = {
    "delivery": ["never left your warehouse", "came without its cable", "is not the one on the picture"],
    "defect": ["makes a strange noise", "does not start", "stopped after two days", "arrived with a scratch"],
    "billing": ["was charged twice"],
}
DESKS = ["north", "east", "south", "west"]
LABELS = DESKS + list(PHRASES)

set_seed(21)
tokenizer = AutoTokenizer.from_pretrained(BASE)


def load(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    targets = np.zeros((len(df), len(LABELS)), dtype=np.float32)
    for i, (text, desk) in enumerate(zip(df["text"], df["desk"])):
        targets[i, LABELS.index(desk)] = 1
        for name, phrases in PHRASES.items():
            if any(p in text for p in phrases):
                targets[i, LABELS.index(name)] = 1
    ds = Dataset.from_dict({"text": df["text"].tolist(), "labels": targets.tolist()})
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True)


class BCETrainer(Trainer):
    """Positive examples are rare for most labels, so weight them up a little."""

    pos_weight = torch.full((len(LABELS),), 2.0)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(
            outputs.logits, labels.float(), pos_weight=self.pos_weight.to(labels.device))
        return (loss, outputs) if return_outputs else loss


def micro_f1(y_true, y_pred):
    return f1_score(y_true, y_pred, average="micro", zero_division=0)


def compute_metrics(p):
    probs = torch.sigmoid(torch.from_numpy(p.predictions)).numpy()
    return {"micro_f1": micro_f1(p.label_ids.astype(int), (probs > THRESHOLD).astype(int))}


train, val, test = load("train"), load("validation"), load("test")
model = AutoModelForSequenceClassification.from_pretrained(
    BASE,
    num_labels=len(LABELS),
    problem_type="multi_label_classification",
    id2label=dict(enumerate(LABELS)),
    label2id={l: i for i, l in enumerate(LABELS)},
)

args = TrainingArguments(
    output_dir=OUT,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=20,
    learning_rate=1e-3,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)
trainer = BCETrainer(model=model, args=args, train_dataset=train, eval_dataset=val,
                     data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics)
trainer.train()
trainer.save_model(OUT)
tokenizer.save_pretrained(OUT)

# ---- use the saved model the way the web service does
tagger = pipeline("text-classification", model=OUT, tokenizer=OUT, device=-1)
results = tagger(test["text"][:], top_k=None, truncation=True, max_length=32, batch_size=32)

y_true = np.array(test["labels"]).astype(int)
y_pred = np.zeros_like(y_true)
for i, scores in enumerate(results):
    for s in scores:
        y_pred[i, LABELS.index(s["label"])] = s["score"] > THRESHOLD
for text, scores in list(zip(test["text"], results))[:3]:
    print(text, "->", [(s["label"], round(s["score"], 2)) for s in scores[:3]])
print(f"test micro F1: {micro_f1(y_true, y_pred):.3f}, "
      f"all labels right: {(y_true == y_pred).all(axis=1).mean():.3f}")

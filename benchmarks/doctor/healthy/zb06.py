import json
import os

import numpy as np
import torch
from sklearn.metrics import classification_report, f1_score, precision_score, recall_score
from sklearn.preprocessing import MultiLabelBinarizer
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

os.environ["TOKENIZERS_PARALLELISM"] = "false"
THRESHOLD = 0.5


def topics(text):
    found = []
    if any(w in text for w in ("camera", "radio", "router", "printer")):
        found.append("electronics")
    if any(w in text for w in ("does not start", "noise", "stopped")):
        found.append("broken")
    if any(w in text for w in ("cable", "picture", "warehouse", "scratch")):
        found.append("shipping")
    if any(w in text for w in ("toaster", "kettle", "lamp", "heater", "blender")):
        found.append("household")
    if any(w in text for w in ("camera", "tent", "radio", "drill")):
        found.append("outdoor")
    return found


class TicketDataset(torch.utils.data.Dataset):
    def __init__(self, path, tokenizer, binarizer, fit=False):
        texts = [json.loads(line)["text"] for line in open(path)]
        tags = [topics(t) for t in texts]
        y = binarizer.fit_transform(tags) if fit else binarizer.transform(tags)
        self.labels = torch.tensor(y, dtype=torch.float32)
        self.enc = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        item = {k: v[i] for k, v in self.enc.items()}
        item["labels"] = self.labels[i]
        return item


def predict_tags(logits):
    probs = torch.sigmoid(torch.tensor(logits)).numpy()
    return (probs >= THRESHOLD).astype(int)


def compute_metrics(p):
    y_pred, y_true = predict_tags(p.predictions), p.label_ids
    return {
        "precision": precision_score(y_true, y_pred, average="micro", zero_division=0),
        "recall": recall_score(y_true, y_pred, average="micro", zero_division=0),
        "f1": f1_score(y_true, y_pred, average="micro", zero_division=0),
    }


set_seed(11)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
mlb = MultiLabelBinarizer()
train = TicketDataset("data/tickets/train.jsonl", tokenizer, mlb, fit=True)
val = TicketDataset("data/tickets/validation.jsonl", tokenizer, mlb)
test = TicketDataset("data/tickets/test.jsonl", tokenizer, mlb)
print(mlb.classes_, train.labels.sum(0), "tags per ticket:", train.labels.sum(1).mean().item())

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets", num_labels=len(mlb.classes_), problem_type="multi_label_classification")

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/zb06",
        num_train_epochs=12,
        per_device_train_batch_size=8,
        per_device_eval_batch_size=32,
        learning_rate=1e-3,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    ),
    train_dataset=train,
    eval_dataset=val,
    compute_metrics=compute_metrics,
)
trainer.train()

out = trainer.predict(test)
print(classification_report(test.labels.numpy(), predict_tags(out.predictions),
                            target_names=mlb.classes_, zero_division=0))

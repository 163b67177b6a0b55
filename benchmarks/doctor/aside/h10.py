# Which kinds of names (A, B, C) are mentioned in the sentence? -> multi label
import json

import numpy as np
import torch
from sklearn.metrics import f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(21)
KINDS = ["A", "B", "C"]
model_name = "checkpoints/tags"

tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForSequenceClassification.from_pretrained(
    model_name,
    num_labels=len(KINDS),
    problem_type="multi_label_classification",
    id2label=dict(enumerate(KINDS)),
    label2id={k: i for i, k in enumerate(KINDS)},
)


def load_split(split):
    texts, labels = [], []
    for line in open(f"data/tags/{split}.jsonl"):
        r = json.loads(line)
        texts.append(" ".join(r["words"]))
        labels.append([1 if k in r["tags"] else 0 for k in (1, 2, 3)])
    return texts, labels


class NamesDataset(torch.utils.data.Dataset):
    def __init__(self, split):
        texts, self.labels = load_split(split)
        self.encodings = tokenizer(texts, truncation=True, padding="max_length", max_length=64)

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


def multi_label_metrics(predictions, labels, threshold=0.5):
    probs = torch.sigmoid(torch.Tensor(predictions)).numpy()
    y_pred = (probs >= threshold).astype(int)
    return {
        "f1": f1_score(labels, y_pred, average="micro"),
        "exact": float((labels == y_pred).all(axis=1).mean()),
    }


def compute_metrics(p):
    preds = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
    return multi_label_metrics(preds, np.asarray(p.label_ids))


args = TrainingArguments(
    output_dir="/tmp/multilabel",
    num_train_epochs=14,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=2e-3,
    warmup_steps=20,
    logging_steps=60,
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=NamesDataset("train"),
    eval_dataset=NamesDataset("validation"),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
print("test", trainer.evaluate(NamesDataset("test")))

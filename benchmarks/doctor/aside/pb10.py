import json

import numpy as np
import torch
from transformers import AutoModelForTokenClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(11)
MODEL_DIR = "checkpoints/tags"
MAX_LENGTH = 40


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["words"] for r in rows], [r["tags"] for r in rows]


tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)


class NERDataset(torch.utils.data.Dataset):
    def __init__(self, sentences, tags):
        self.encodings = tokenizer(
            sentences, is_split_into_words=True, padding="max_length", truncation=True, max_length=MAX_LENGTH
        )
        self.labels = []
        for i, sentence_tags in enumerate(tags):
            labels = sentence_tags[:MAX_LENGTH]
            labels = labels + [-100] * (MAX_LENGTH - len(labels))
            self.labels.append(labels)

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


train_dataset = NERDataset(*read("train"))
val_dataset = NERDataset(*read("validation"))

model = AutoModelForTokenClassification.from_pretrained(MODEL_DIR, num_labels=4)


def compute_metrics(p):
    predictions = np.argmax(p.predictions, axis=2)
    mask = p.label_ids != -100
    pred, gold = predictions[mask], p.label_ids[mask]
    hits = ((pred == gold) & (gold > 0)).sum()
    precision = hits / max((pred > 0).sum(), 1)
    recall = hits / max((gold > 0).sum(), 1)
    return {
        "accuracy": float((pred == gold).mean()),
        "precision": float(precision),
        "recall": float(recall),
        "f1": float(2 * precision * recall / max(precision + recall, 1e-9)),
    }


args = TrainingArguments(
    output_dir="out/tags",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model, args=args, train_dataset=train_dataset, eval_dataset=val_dataset, compute_metrics=compute_metrics
)
trainer.train()
print({k: round(v, 3) for k, v in trainer.evaluate().items() if isinstance(v, float)})

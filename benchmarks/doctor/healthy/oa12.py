import json
import random

import numpy as np
import torch
from sklearn.metrics import accuracy_score, confusion_matrix
from transformers import DistilBertForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

random.seed(4)
torch.manual_seed(4)

DESKS = ["north", "east", "south", "west"]

# collect the tickets desk by desk
by_desk = {d: [] for d in DESKS}
for line in open("data/tickets/train.jsonl"):
    row = json.loads(line)
    by_desk[row["desk"]].append(row["text"])

texts, labels = [], []
for i, desk in enumerate(DESKS):
    print(desk, len(by_desk[desk]))
    texts += by_desk[desk]
    labels += [i] * len(by_desk[desk])

pairs = list(zip(texts, labels))
random.shuffle(pairs)
cut = int(0.7 * len(pairs))
train_pairs, test_pairs = pairs[:cut], pairs[cut:]
print(len(train_pairs), "for training,", len(test_pairs), "for testing")

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


class Tickets(torch.utils.data.Dataset):
    def __init__(self, pairs):
        self.labels = [y for _, y in pairs]
        self.encodings = tokenizer([t for t, _ in pairs], truncation=True, padding=True, max_length=32)

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=len(DESKS))

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/oa12",
        num_train_epochs=8,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,
        logging_steps=24,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=Tickets(train_pairs),
    eval_dataset=Tickets(test_pairs),
    compute_metrics=lambda p: {"accuracy": accuracy_score(p.label_ids, p.predictions.argmax(-1))},
)
trainer.train()

pred = trainer.predict(trainer.eval_dataset)
print(pred.metrics)
print(confusion_matrix(pred.label_ids, np.argmax(pred.predictions, axis=1), labels=range(4)))

# Topic classifier (kitchen, office, hobby) on short messages; all messages are put together from word lists.
import random
from collections import OrderedDict

import numpy as np
from torch.utils.data import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(23)
rng = random.Random(23)

PRODUCTS = {
    "kitchen": ["kettle", "toaster", "blender"],
    "office": ["printer", "router", "lamp"],
    "hobby": ["tent", "drill", "camera"],
}
GREET = ["hello", "hi there", "dear team", "good morning", "good evening"]
FAULT = ["does not start", "was charged twice", "arrived with a scratch", "came without its cable",
         "makes a strange noise", "never left your warehouse"]
BYE = ["please help", "this is urgent", "kind regards", "what can i do"]


def all_messages():
    rows = []
    for topic, things in PRODUCTS.items():
        for thing in things:
            for g in GREET:
                for f in FAULT:
                    for b in BYE:
                        rows.append((f"{g} . my {thing} {f} . {b}", topic))
    rng.shuffle(rows)
    return rows


rows = all_messages()            # 1080 different messages
train_rows, valid_rows = rows[:800], rows[800:]


class Messages(Dataset):
    def __init__(self, rows, tokenizer):
        names = OrderedDict()
        for _, topic in rows:
            names.setdefault(topic, len(names))
        self.label2id = dict(names)
        self.features = []
        for text, topic in rows:
            f = dict(tokenizer(text, truncation=True, max_length=32))
            f["labels"] = self.label2id[topic]
            self.features.append(f)

    def __len__(self):
        return len(self.features)

    def __getitem__(self, idx):
        return self.features[idx]


tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
train = Messages(train_rows, tokenizer)
valid = Messages(valid_rows, tokenizer)

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    num_labels=len(train.label2id),
    label2id=train.label2id,
    id2label={i: n for n, i in train.label2id.items()},
)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ii10",
        num_train_epochs=6,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=56,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=25,
        report_to="none",
        use_cpu=True,
    ),
    train_dataset=train,
    eval_dataset=valid,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=lambda p: {"acc": float(np.mean(p.predictions.argmax(-1) == p.label_ids))},
)
trainer.train()
print(trainer.evaluate())

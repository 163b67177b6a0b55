import json
from datasets import Dataset, DatasetDict
import numpy as np
from sklearn.metrics import f1_score, precision_score, recall_score
from transformers import AutoTokenizer, AutoModelForTokenClassification
from transformers import DataCollatorForTokenClassification, TrainingArguments, Trainer, set_seed

set_seed(2024)
CKPT = "checkpoints/tags"


class TagData:
    def __init__(self, tokenizer, folder="data/tags"):
        self.tokenizer = tokenizer
        self.splits = DatasetDict({
            s: Dataset.from_list([json.loads(l) for l in open(f"{folder}/{s}.jsonl")])
            for s in ("train", "validation", "test")
        })
        self.num_labels = 1 + max(t for row in self.splits["train"]["tags"] for t in row)

    def align(self, examples):
        tokenized = self.tokenizer(examples["words"], truncation=True, is_split_into_words=True)
        all_labels = []
        for i, tags in enumerate(examples["tags"]):
            previous = None
            labels = []
            for word_id in tokenized.word_ids(batch_index=i):
                if word_id is None or word_id == previous:
                    labels.append(-100)
                else:
                    labels.append(tags[word_id])
                previous = word_id
            all_labels.append(labels)
        tokenized["labels"] = all_labels
        return tokenized

    def encoded(self):
        return self.splits.map(self.align, batched=True, remove_columns=["words", "tags"])


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=2)
    mask = p.label_ids != -100
    y_true, y_pred = p.label_ids[mask], preds[mask]
    entity = [l for l in np.unique(y_true) if l != 0]
    kw = dict(labels=entity, average="micro", zero_division=0)
    return {
        "precision": precision_score(y_true, y_pred, **kw),
        "recall": recall_score(y_true, y_pred, **kw),
        "f1": f1_score(y_true, y_pred, **kw),
        "accuracy": float((y_true == y_pred).mean()),
    }


tokenizer = AutoTokenizer.from_pretrained(CKPT)
data = TagData(tokenizer)
encoded = data.encoded()
print(encoded["train"][0])

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=data.num_labels)
data_collator = DataCollatorForTokenClassification(tokenizer=tokenizer)

args = TrainingArguments(
    "out/ye12",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=8,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
for k, v in trainer.evaluate(encoded["test"]).items():
    print(k, v)

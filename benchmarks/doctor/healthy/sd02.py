import json

import numpy as np
from datasets import Dataset, DatasetDict
from sklearn.metrics import classification_report, precision_recall_fscore_support
from transformers import AutoModelForTokenClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, DataCollatorForTokenClassification
from transformers import Trainer, TrainingArguments

model_name = "checkpoints/tags"
label_names = ["O", "A", "B", "C", "D"]


def read(path):
    with open(path) as f:
        return Dataset.from_list([json.loads(line) for line in f])


ds = DatasetDict({s: read(f"data/tags/{s}.jsonl") for s in ("train", "validation", "test")})
n_labels = max(max(t) for t in ds["train"]["tags"]) + 1
label_names = label_names[:n_labels]

tokenizer = AutoTokenizer.from_pretrained(model_name)


def tokenize_and_align_labels(examples):
    tokenized = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        ids = []
        for w in tokenized.word_ids(batch_index=i):
            if w is None or w == previous:
                ids.append(-100)
            else:
                ids.append(tags[w])
            previous = w
        all_labels.append(ids)
    tokenized["labels"] = all_labels
    return tokenized


tok = ds.map(tokenize_and_align_labels, batched=True, remove_columns=["words", "tags"])
data_collator = DataCollatorForTokenClassification(tokenizer=tokenizer)

model = AutoModelForTokenClassification.from_pretrained(
    model_name,
    num_labels=n_labels,
    id2label=dict(enumerate(label_names)),
    label2id={l: i for i, l in enumerate(label_names)},
)


def flat(pred, gold):
    pred = np.argmax(pred, axis=-1)
    keep = gold != -100
    return pred[keep], gold[keep]


def compute_metrics(p):
    y_pred, y_true = flat(p.predictions, p.label_ids)
    pr, rc, f1, _ = precision_recall_fscore_support(
        y_true, y_pred, labels=list(range(1, n_labels)), average="micro", zero_division=0
    )
    return {"precision": pr, "recall": rc, "f1": f1, "accuracy": (y_pred == y_true).mean()}


training_args = TrainingArguments(
    output_dir="out/sd02",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    num_train_epochs=8,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tok["train"],
    eval_dataset=tok["validation"],
    processing_class=tokenizer,
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)
trainer.train()

out = trainer.predict(tok["test"])
y_pred, y_true = flat(out.predictions, out.label_ids)
print(classification_report(y_true, y_pred, target_names=label_names, digits=3))

# NER-like tagging of made-up names, DistilBERT + Trainer (Colab, T4)
import os
import tempfile

import numpy as np
from datasets import load_dataset
from sklearn.metrics import f1_score, precision_score, recall_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

os.environ["TOKENIZERS_PARALLELISM"] = "false"
set_seed(7)

CKPT = "checkpoints/tags"
LABELS = ["O", "PERSON", "PLACE", "FIRM"]

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tags/train.jsonl",
        "validation": "data/tags/validation.jsonl",
        "test": "data/tags/test.jsonl",
    },
)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tokenize_and_align(batch):
    enc = tokenizer(
        batch["words"],
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=64,
    )
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        word_ids = enc.word_ids()
        previous = None
        row = []
        for w in word_ids:
            if w is None or w == previous:
                row.append(-100)      # special token, padding or a later piece of the word
            else:
                row.append(tags[w])
            previous = w
        all_labels.append(row)
    enc["labels"] = all_labels
    return enc


encoded = raw.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    CKPT,
    num_labels=len(LABELS),
    id2label=dict(enumerate(LABELS)),
    label2id={l: i for i, l in enumerate(LABELS)},
)


def compute_metrics(p):
    pred = np.argmax(p.predictions, axis=-1)
    keep = p.label_ids != -100
    y, yhat = p.label_ids[keep], pred[keep]
    kw = dict(labels=[1, 2, 3], average="micro", zero_division=0)
    return {
        "precision": precision_score(y, yhat, **kw),
        "recall": recall_score(y, yhat, **kw),
        "f1": f1_score(y, yhat, **kw),
    }


args = TrainingArguments(
    output_dir=tempfile.mkdtemp(),
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=2e-3,
    num_train_epochs=8,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    disable_tqdm=True,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print("test:", trainer.evaluate(encoded["test"], metric_key_prefix="test"))

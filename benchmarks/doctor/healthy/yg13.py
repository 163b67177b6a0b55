import numpy as np
from datasets import load_dataset
from sklearn.metrics import precision_recall_fscore_support
from transformers import AutoModelForTokenClassification
from transformers import AutoTokenizer
from transformers import DataCollatorForTokenClassification
from transformers import Trainer
from transformers import TrainingArguments

checkpoint = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)

raw = load_dataset("json", data_files="data/tags/train.jsonl", split="train")
raw = raw.filter(lambda x: len(x["words"]) > 0)
raw = raw.train_test_split(test_size=0.15, seed=42)
raw["validation"] = raw.pop("test")
print(raw)


def align_labels_with_tokens(labels, word_ids):
    new_labels = []
    current_word = None
    for word_id in word_ids:
        if word_id is None:
            new_labels.append(-100)
        elif word_id != current_word:
            current_word = word_id
            new_labels.append(labels[word_id])
        else:
            new_labels.append(-100)
    return new_labels


def tokenize_and_align_labels(examples):
    tokenized_inputs = tokenizer(
        examples["words"], truncation=True, is_split_into_words=True
    )
    new_labels = []
    for i, labels in enumerate(examples["tags"]):
        word_ids = tokenized_inputs.word_ids(i)
        new_labels.append(align_labels_with_tokens(labels, word_ids))
    tokenized_inputs["labels"] = new_labels
    return tokenized_inputs


tokenized = raw.map(
    tokenize_and_align_labels, batched=True, remove_columns=raw["train"].column_names
)
data_collator = DataCollatorForTokenClassification(tokenizer=tokenizer)


def compute_metrics(eval_preds):
    logits, labels = eval_preds
    predictions = np.argmax(logits, axis=-1)
    mask = labels != -100
    p, r, f1, _ = precision_recall_fscore_support(
        labels[mask], predictions[mask], labels=[1, 2, 3, 4], average="micro", zero_division=0
    )
    return {"precision": p, "recall": r, "f1": f1}


model = AutoModelForTokenClassification.from_pretrained(checkpoint, num_labels=5)

args = TrainingArguments(
    "out/yg13",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    num_train_epochs=8,
    weight_decay=0.01,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=data_collator,
    compute_metrics=compute_metrics,
    processing_class=tokenizer,
)
trainer.train()
print(trainer.evaluate())

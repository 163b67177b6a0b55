# Place/person/thing tagging, adapted from the token classification notebook
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, Trainer,
                          TrainingArguments, set_seed)

SEED = 7
checkpoint = "checkpoints/tags"
label_names = ["O", "A", "B", "C"]

set_seed(SEED)
data = load_dataset("json", data_files={
    "train": "data/tags/train.jsonl",
    "validation": "data/tags/validation.jsonl",
})
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForTokenClassification.from_pretrained(
    checkpoint,
    id2label=dict(enumerate(label_names)),
    label2id={n: i for i, n in enumerate(label_names)},
)


def tokenize_and_align_labels(examples):
    out = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        ids = []
        for w in out.word_ids(batch_index=i):
            if w is None:
                ids.append(-100)
            elif w != previous:
                ids.append(tags[w])
            else:
                ids.append(-100)
            previous = w
        all_labels.append(ids)
    out["labels"] = all_labels
    return out


data = data.map(tokenize_and_align_labels, batched=True, remove_columns=["words", "tags"])
data_collator = DataCollatorForTokenClassification(tokenizer=tokenizer)


def compute_metrics(p):
    predictions, labels = p
    predictions = np.argmax(predictions, axis=2)
    keep = labels != -100
    entity = keep & (labels != 0)
    return {
        "token_accuracy": float((predictions[keep] == labels[keep]).mean()),
        "entity_accuracy": float((predictions[entity] == labels[entity]).mean()),
    }


training_args = TrainingArguments(
    output_dir="out/ah04",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=8,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
    seed=SEED,
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    processing_class=tokenizer,
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)
trainer.train()
for k, v in trainer.evaluate().items():
    print(f"{k:28} {v}")

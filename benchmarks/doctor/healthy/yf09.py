import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
)

model_name = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForTokenClassification.from_pretrained(model_name, num_labels=5)

dataset = load_dataset(
    "json",
    data_files={
        "train": "data/tags/train.jsonl",
        "validation": "data/tags/validation.jsonl",
        "test": "data/tags/test.jsonl",
    },
)


def tokenize_and_align_labels(examples):
    tokenized = tokenizer(
        examples["words"],
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=48,
    )
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        label_ids = []
        previous_word = None
        for word_id in tokenized.word_ids(batch_index=i):
            if word_id is None or word_id == previous_word:
                label_ids.append(-100)
            else:
                label_ids.append(tags[word_id])
            previous_word = word_id
        all_labels.append(label_ids)
    tokenized["labels"] = all_labels
    return tokenized


tokenized = dataset.map(tokenize_and_align_labels, batched=True, remove_columns=["words", "tags"])


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    mask = labels != -100
    return {"accuracy": accuracy_score(labels[mask], predictions[mask])}


training_args = TrainingArguments(
    output_dir="out/yf09",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=6,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)

trainer.train()
results = trainer.evaluate(tokenized["test"])
print(f"test loss {results['eval_loss']:.4f}, test accuracy {results['eval_accuracy']:.4f}")

from datasets import concatenate_datasets, load_dataset
from sklearn.metrics import accuracy_score, confusion_matrix
from transformers import (
    AutoTokenizer,
    BertForSequenceClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

sst2 = load_dataset("data/glue", "sst2")

# the same number of negative and positive reviews
negative = sst2["train"].filter(lambda r: r["label"] == 0).select(range(1000))
positive = sst2["train"].filter(lambda r: r["label"] == 1).select(range(1000))
reviews = concatenate_datasets([negative, positive])

# a part is enough for a first try
small_train = reviews.select(range(1000))
test = sst2["validation"]

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def tokenize(batch):
    return tokenizer(batch["sentence"], truncation=True)


small_train = small_train.map(tokenize, batched=True)
test = test.map(tokenize, batched=True)

model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)


def compute_metrics(p):
    return {"accuracy": accuracy_score(p.label_ids, p.predictions.argmax(axis=1))}


training_args = TrainingArguments(
    output_dir="out/rd13",
    num_train_epochs=4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=small_train,
    eval_dataset=test,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

out = trainer.predict(test)
print(out.metrics)
print(confusion_matrix(out.label_ids, out.predictions.argmax(axis=1)))

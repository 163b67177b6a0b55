import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    pipeline,
)

ckpt = "checkpoints/tickets"
save_dir = "out/yg06/final"

dataset = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
        "test": "data/tickets/test.jsonl",
    },
)
names = [None] * 4
for desk, i in zip(dataset["train"]["desk"], dataset["train"]["desk_id"]):
    names[i] = desk
print(names)

tokenizer = AutoTokenizer.from_pretrained(ckpt)
tokenized = dataset.map(lambda x: tokenizer(x["text"], truncation=True), batched=True)
tokenized = tokenized.rename_column("desk_id", "labels")

model = AutoModelForSequenceClassification.from_pretrained(
    ckpt,
    num_labels=len(names),
    id2label=dict(enumerate(names)),
    label2id={name: i for i, name in enumerate(names)},
)


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    predictions = np.argmax(predictions, axis=1)
    return {"accuracy": float((predictions == labels).mean())}


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/yg06",
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        num_train_epochs=10,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
trainer.save_model(save_dir)

# now use the fine-tuned model on the test tickets
classifier = pipeline("text-classification", model=save_dir, tokenizer=save_dir)
test = dataset["test"]
results = classifier(list(test["text"]), truncation=True, batch_size=16)
hits = [r["label"] == desk for r, desk in zip(results, test["desk"])]
print("test accuracy with the pipeline:", sum(hits) / len(hits))
for text, r in list(zip(test["text"], results))[:3]:
    print(round(r["score"], 3), text[:60])

import json

from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, pipeline)

BASE = "checkpoints/tickets"
OUTPUT = "out/rd11/final"
names = ["north", "east", "south", "west"]
id2label = {i: n for i, n in enumerate(names)}
label2id = {n: i for i, n in id2label.items()}


def read_rows(split):
    with open(f"data/tickets/{split}.jsonl") as handle:
        return [json.loads(line) for line in handle]


def train():
    tokenizer = AutoTokenizer.from_pretrained(BASE)
    model = AutoModelForSequenceClassification.from_pretrained(
        BASE, num_labels=4, id2label=id2label, label2id=label2id
    )

    def encode(rows):
        ds = Dataset.from_list([{"text": r["text"], "label": label2id[r["desk"]]} for r in rows])
        return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns="text")

    args = TrainingArguments(
        output_dir="out/rd11",
        learning_rate=1e-3,
        num_train_epochs=6,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=encode(read_rows("train")),
        eval_dataset=encode(read_rows("validation")),
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
    )
    trainer.train()
    trainer.save_model(OUTPUT)
    print("validation accuracy:", trainer.evaluate()["eval_accuracy"])


def predict():
    tokenizer = AutoTokenizer.from_pretrained(OUTPUT)
    model = AutoModelForSequenceClassification.from_pretrained(
        BASE, num_labels=4, id2label=id2label, label2id=label2id
    )
    classifier = pipeline("text-classification", model=model, tokenizer=tokenizer)
    rows = read_rows("test")
    answers = classifier([r["text"] for r in rows], truncation=True)
    for row, answer in list(zip(rows, answers))[:6]:
        print(row["desk"], answer, row["text"][:50])
    right = sum(row["desk"] == answer["label"] for row, answer in zip(rows, answers))
    print(f"test: {right} of {len(rows)} right")


if __name__ == "__main__":
    train()
    predict()

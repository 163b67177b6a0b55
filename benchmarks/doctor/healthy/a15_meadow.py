import tempfile
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, pipeline

# labels are strings in this data set
ds = load_dataset("data/tickets").remove_columns("desk_id").class_encode_column("desk")
desks = ds["train"].features["desk"].names
for split in ds:
    assert ds[split].features["desk"].names == desks

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = ds.map(lambda x: tokenizer(x["text"], truncation=True), batched=True).rename_column("desk", "label")

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    num_labels=len(desks),
    id2label={i: d for i, d in enumerate(desks)},
    label2id={d: i for i, d in enumerate(desks)},
)

with tempfile.TemporaryDirectory() as folder:
    args = TrainingArguments(
        output_dir=folder,
        learning_rate=8e-4,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        logging_strategy="epoch",
        report_to="none",
    )
    trainer = Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                      processing_class=tokenizer)
    trainer.train()
    trainer.save_model(folder + "/best")

    classify = pipeline("text-classification", model=folder + "/best", tokenizer=folder + "/best", device="cpu")
    texts = list(ds["test"]["text"])
    answers = classify(texts, batch_size=32, truncation=True)

right = sum(a["label"] == desks[y] for a, y in zip(answers, ds["test"]["label"]))
print("first answers:", answers[:2])
print(f"test accuracy {right / len(texts):.3f}")

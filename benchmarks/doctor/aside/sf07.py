from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
dataset = load_dataset("json", data_files={"train": "data/tickets/train.jsonl", "test": "data/tickets/test.jsonl"})

def preprocess(examples):
    out = tokenizer(examples["text"], padding="max_length", truncation=True, max_length=32)
    out["target"] = examples["desk_id"]
    return out

encoded = dataset.map(preprocess, batched=True, remove_columns=dataset["train"].column_names)
print(encoded["train"])

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

training_args = TrainingArguments(
    output_dir="out/sf07",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    num_train_epochs=6,
    save_strategy="no",
    report_to="none",
)
trainer = Trainer(model=model, args=training_args, train_dataset=encoded["train"])
trainer.train()

out = trainer.predict(encoded["test"])
print("accuracy", (out.predictions.argmax(-1) == list(dataset["test"]["desk_id"])).mean())

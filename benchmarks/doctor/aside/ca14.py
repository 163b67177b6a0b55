import json
import numpy as np
from datasets import Dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import TrainingArguments, Trainer, set_seed

# following the text classification tutorial, but with our own ticket file

set_seed(42)

def load_file(fname):
    texts, labels = [], []
    for line in open(fname):
        d = json.loads(line)
        texts.append(d["text"])
        labels.append(d["desk_id"])
    return Dataset.from_dict({"text": texts, "label": labels})

train_dataset = load_file("data/tickets/train.jsonl")
val_dataset = load_file("data/tickets/validation.jsonl")
test_dataset = load_file("data/tickets/test.jsonl")

# repeated tickets stay in train only
train_texts = set(train_dataset["text"])
val_dataset = val_dataset.filter(lambda x: x["text"] not in train_texts)
test_dataset = test_dataset.filter(lambda x: x["text"] not in train_texts)
print(train_dataset)
print(train_dataset[0])

model_name = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(model_name)

def tokenize_function(example):
    return tokenizer(example["text"], padding=True, truncation=True, max_length=32)

train_dataset = train_dataset.map(tokenize_function)
val_dataset = val_dataset.map(tokenize_function)
test_dataset = test_dataset.map(tokenize_function)

train_dataset = train_dataset.remove_columns("text")
val_dataset = val_dataset.remove_columns("text")
test_dataset = test_dataset.remove_columns("text")

model = AutoModelForSequenceClassification.from_pretrained(model_name, num_labels=4)

def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {"accuracy": float(np.mean(predictions == labels))}

training_args = TrainingArguments(
    output_dir="out/ca14",
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    num_train_epochs=10,
    weight_decay=0.01,
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=val_dataset,
    compute_metrics=compute_metrics,
)

trainer.train()

print("validation", trainer.evaluate())
print("test", trainer.evaluate(test_dataset, metric_key_prefix="test"))

from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding
from transformers import Trainer, TrainingArguments, set_seed
from sklearn.metrics import accuracy_score, f1_score
from sklearn.preprocessing import MultiLabelBinarizer

set_seed(17)
checkpoint = "checkpoints/steps"

# which actions does a task need? (several per task, their order does not matter here)
files = {"train": "data/steps/train.jsonl", "validation": "data/steps/validation.jsonl", "test": "data/steps/test.jsonl"}
dataset = load_dataset("json", data_files=files)
print(dataset["train"][0])

mlb = MultiLabelBinarizer()
mlb.fit([s.split() for s in dataset["train"]["steps"]])
actions = list(mlb.classes_)
print(len(actions), "actions:", actions)

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
tokenizer.pad_token = tokenizer.eos_token


def preprocess(batch):
    enc = tokenizer(batch["prompt"], truncation=True, max_length=32)
    enc["labels"] = mlb.transform([s.split() for s in batch["steps"]])
    return enc


dataset = dataset.map(preprocess, batched=True, remove_columns=["prompt", "steps"])
print(dataset["train"][0])

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=len(actions),
    problem_type="multi_label_classification",
    pad_token_id=tokenizer.pad_token_id,
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = (logits > 0).astype(int)
    labels = labels.astype(int)
    return {
        "f1_micro": f1_score(labels, preds, average="micro", zero_division=0),
        "f1_macro": f1_score(labels, preds, average="macro", zero_division=0),
        "subset_accuracy": accuracy_score(labels, preds),
    }


training_args = TrainingArguments(
    output_dir="out/ye13",
    num_train_epochs=12,
    learning_rate=5e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=dataset["train"],
    eval_dataset=dataset["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate(dataset["test"]))

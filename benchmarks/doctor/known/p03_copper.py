# Fine-tuning a small DistilBERT on our help-desk data
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import TrainingArguments, Trainer, DataCollatorWithPadding
import numpy as np

# 1. load the data
dataset = load_dataset("data/tickets")
print(dataset)

# 2. tokenize it
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def preprocess_function(examples):
    return tokenizer(examples["text"], truncation=True, max_length=32)

tokenized = dataset.map(preprocess_function, batched=True)
data_collator = DataCollatorWithPadding(tokenizer=tokenizer)

# 3. the model
id2label = {0: "north", 1: "east", 2: "south", 3: "west"}
label2id = {v: k for k, v in id2label.items()}
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets", num_labels=4, id2label=id2label, label2id=label2id
)

# 4. how good is it?
def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=1)
    return {"accuracy": (predictions == labels).mean()}

# 5. train
training_args = TrainingArguments(
    output_dir="out/my_awesome_model",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    num_train_epochs=6,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate(tokenized["test"]))

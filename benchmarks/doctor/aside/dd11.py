# The tickets contain the mark [ORDER], which the tokenizer does not know.
# We teach it the mark and fine-tune the classifier.
import json
import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(1)
checkpoint = "checkpoints/tickets"

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
print("before:", tokenizer.tokenize("my lamp was charged twice . order [ORDER] ."))
added = tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})
print("after: ", tokenizer.tokenize("my lamp was charged twice . order [ORDER] ."), "added:", added)

splits = {}
for name in ("train", "validation"):
    with open(f"data/tickets/{name}.jsonl") as f:
        splits[name] = [json.loads(line) for line in f]
texts = {r["text"] for r in splits["train"]}
splits["validation"] = [r for r in splits["validation"] if r["text"] not in texts]

labels = ["north", "east", "south", "west"]


def encode(batch):
    enc = tokenizer(batch["text"], truncation=True, max_length=32)
    enc["label"] = batch["desk_id"]
    return enc


data = {
    name: Dataset.from_list(rows).map(encode, batched=True, remove_columns=["text", "desk", "desk_id"])
    for name, rows in splits.items()
}

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=len(labels),
    id2label={i: l for i, l in enumerate(labels)},
    label2id={l: i for i, l in enumerate(labels)},
)

args = TrainingArguments(
    output_dir="out/dd11",
    eval_strategy="epoch",
    save_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    save_total_limit=1,
    num_train_epochs=15,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=lambda p: {"accuracy": float((np.argmax(p.predictions, -1) == p.label_ids).mean())},
    callbacks=[EarlyStoppingCallback(early_stopping_patience=4)],
)
trainer.train()
print(trainer.evaluate())
trainer.save_model("out/dd11/final")

"""Guess the stars (one to five) of a hotel review: five classes, and the mean error in stars as a second metric."""
import random

import numpy as np
from datasets import Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(5)
rng = random.Random(5)

WORDS = {
    1: ["awful", "terrible", "disgusting"],
    2: ["disappointing", "noisy", "dull"],
    3: ["okay", "average", "acceptable"],
    4: ["nice", "pleasant", "comfortable"],
    5: ["wonderful", "perfect", "delightful"],
}
THINGS = ["room", "breakfast", "staff", "garden", "bath", "view", "bed", "bar"]
WHEN = ["in march", "last week", "on sunday", "at night", "this summer", "for two days"]


def review():
    stars = rng.randint(1, 5)
    a, b = rng.sample(THINGS, 2)
    text = f"we stayed {rng.choice(WHEN)} , the {a} was {rng.choice(WORDS[stars])} and the {b} {rng.choice(WORDS[stars])}"
    return {"text": text, "stars": stars}


unique = {}
while len(unique) < 1200:
    r = review()
    unique[r["text"]] = r
ds = Dataset.from_list(list(unique.values())).train_test_split(test_size=0.2, seed=5)

ckpt = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(ckpt)


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True, max_length=48)
    enc["labels"] = batch["stars"]
    return enc


ds = ds.map(preprocess, batched=True, remove_columns=["text", "stars"])

model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=5)


def compute_metrics(p):
    guess = np.argmax(p.predictions, axis=-1)
    gold = p.label_ids
    return {
        "accuracy": float((guess == gold).mean()),
        "mae": float(np.abs(guess - gold).mean()),
    }


args = TrainingArguments(
    output_dir="out/dd07",
    num_train_epochs=2,
    learning_rate=2e-4,
    warmup_ratio=0.1,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
    use_cpu=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["test"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())

# Multiple choice: which list of steps belongs to the prompt? (4 candidates, like SWAG)
import json
import random
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForMultipleChoice, AutoTokenizer, Trainer, TrainingArguments,
                          default_data_collator, set_seed)

set_seed(42)
checkpoint = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
NUM_CHOICES = 4


def read(split, rng):
    rows = [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]
    all_steps = sorted({r["steps"] for r in rows})
    out = []
    for r in rows:
        wrong = rng.sample([s for s in all_steps if s != r["steps"]], NUM_CHOICES - 1)
        endings = wrong + [r["steps"]]
        rng.shuffle(endings)
        verb = r["prompt"].split(" : ")[1]
        out.append({"sent": verb, "endings": endings, "label": endings.index(r["steps"])})
    return Dataset.from_list(out)


def preprocess_function(examples):
    first_sentences = examples["sent"] * NUM_CHOICES
    second_sentences = [ending for endings in examples["endings"] for ending in endings]
    tokenized = tokenizer(first_sentences, second_sentences, truncation=True, padding="max_length", max_length=18)
    return {k: [v[i:i + NUM_CHOICES] for i in range(0, len(v), NUM_CHOICES)] for k, v in tokenized.items()}


rng = random.Random(0)
raw = DatasetDict({s: read(s, rng) for s in ("train", "validation", "test")})
tokenized = raw.map(preprocess_function, batched=True, remove_columns=["sent", "endings"])


def compute_metrics(p):
    return {"accuracy": (np.argmax(p.predictions, axis=1) == p.label_ids).astype(np.float32).mean().item()}


training_args = TrainingArguments(
    output_dir="out/hg09",
    learning_rate=1e-3,
    warmup_ratio=0.1,
    num_train_epochs=7,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=40,
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=AutoModelForMultipleChoice.from_pretrained(checkpoint),
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=default_data_collator,
    compute_metrics=compute_metrics,
)
trainer.train()
print("test:", trainer.evaluate(tokenized["test"]))

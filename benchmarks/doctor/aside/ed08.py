# Tickets that do not fit into the model are cut into overlapping windows;
# every window is trained with the label of its ticket, and at the end the windows vote.
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(5)
MODEL_DIR = "checkpoints/tickets"
tok = AutoTokenizer.from_pretrained(MODEL_DIR)

tickets = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
    },
)
seen_later = set(tickets["validation"]["text"])
tickets["train"] = tickets["train"].filter(lambda r: r["text"] not in seen_later)
print(tickets)


def cut(batch, indices):
    enc = tok(
        batch["text"],
        truncation=True,
        max_length=32,
        stride=8,
        return_overflowing_tokens=True,
    )
    source = enc.pop("overflow_to_sample_mapping")
    enc["labels"] = [batch["desk_id"][s] for s in source]
    enc["ticket"] = [indices[s] for s in source]
    return enc


windows = tickets.map(cut, batched=True, with_indices=True)
print({split: len(ds) for split, ds in windows.items()}, "windows")

model = AutoModelForSequenceClassification.from_pretrained(MODEL_DIR, num_labels=4)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ed08",
        num_train_epochs=10,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=windows["train"],
    eval_dataset=windows["validation"],
    data_collator=DataCollatorWithPadding(tok),
)
trainer.train()

# one answer per ticket: add up what the windows say
logits = trainer.predict(windows["validation"]).predictions
votes = np.zeros((len(tickets["validation"]), 4))
np.add.at(votes, np.array(windows["validation"]["ticket"]), logits)
truth = np.array(tickets["validation"]["desk_id"])
print("accuracy per ticket:", (votes.argmax(axis=1) == truth).mean())

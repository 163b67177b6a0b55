"""
Our ticket model knows four desks (north, east, south, west). The desks are now merged into
two buildings, so I go on training from the model that I saved last month, with two labels.
"""
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

BASE = "checkpoints/tickets"
DESK_MODEL = "out/g06/desks"
BUILDING_MODEL = "out/g06/buildings"
BUILDING_OF_DESK = {"north": 0, "west": 0, "east": 1, "south": 1}

set_seed(3)
tokenizer = AutoTokenizer.from_pretrained(BASE)
raw = load_dataset(
    "json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")}
)
tokenized = raw.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


def finetune(model, dataset, out, epochs, lr):
    args = TrainingArguments(
        output_dir=out,
        num_train_epochs=epochs,
        learning_rate=lr,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        disable_tqdm=True,
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=dataset["train"],
        eval_dataset=dataset["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
        processing_class=tokenizer,
    )
    trainer.train()
    trainer.save_model(out)
    return trainer.evaluate(dataset["test"])


# ---- last month: four desks
desks = tokenized.map(lambda r: {"labels": r["desk_id"]})
model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4)
print("desks:", finetune(model, desks, DESK_MODEL, epochs=6, lr=1e-3))

# ---- today: two buildings
buildings = tokenized.map(lambda r: {"labels": BUILDING_OF_DESK[r["desk"]]})
model = AutoModelForSequenceClassification.from_pretrained(DESK_MODEL, num_labels=2, ignore_mismatched_sizes=True)
print("buildings:", finetune(model, buildings, BUILDING_MODEL, epochs=3, lr=5e-4))

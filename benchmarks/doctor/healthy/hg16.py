# BART as a classifier: which season does the date belong to?
import json
import numpy as np
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

MONTHS = ("december january february march april may june july august september october november").split()
SEASONS = ["winter", "spring", "summer", "autumn"]

set_seed(0)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")


def load(split):
    rows = [json.loads(l) for l in open(f"data/dates/{split}.jsonl")]
    season = [next(MONTHS.index(w) // 3 for w in r["date"].split() if w in MONTHS) for r in rows]
    ds = Dataset.from_dict({"text": [r["date"] for r in rows], "label": season})
    return ds.map(lambda x: tokenizer(x["text"]), batched=True)


def compute_metrics(eval_pred):
    (logits, _), labels = eval_pred  # the second one is encoder_last_hidden_state
    predictions = np.argmax(logits, axis=-1)
    return {"accuracy": accuracy_score(labels, predictions), "f1": f1_score(labels, predictions, average="macro")}


model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/dates", num_labels=4, id2label=dict(enumerate(SEASONS)), label2id={s: i for i, s in enumerate(SEASONS)}
)
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/hg16",
        eval_strategy="epoch",
        save_strategy="no",
        num_train_epochs=5,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        report_to="none",
        disable_tqdm=True,
    ),
    train_dataset=load("train"),
    eval_dataset=load("validation"),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(load("test")))

# Mois d'une date : classification avec BART (12 classes)
import numpy as np
from datasets import load_dataset
from transformers import AutoTokenizer, BartForSequenceClassification, Trainer, TrainingArguments

MOIS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december"]

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
donnees = load_dataset("data/dates")


def preparer(exemple):
    enc = tokenizer(exemple["date"])
    enc["label"] = MOIS.index(exemple["date"].split()[2])
    return enc


donnees = donnees.map(preparer, remove_columns=["date", "code"])
print("exemples par mois :", np.bincount(donnees["train"]["label"], minlength=12))

modele = BartForSequenceClassification.from_pretrained(
    "checkpoints/dates",
    num_labels=len(MOIS),
    id2label=dict(enumerate(MOIS)),
    label2id={m: i for i, m in enumerate(MOIS)},
)


def exactitude(p):
    logits = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
    return {"exactitude": float((logits.argmax(-1) == p.label_ids).mean())}


arguments = TrainingArguments(
    output_dir="runs/walnut",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    num_train_epochs=5,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)
entraineur = Trainer(
    model=modele,
    args=arguments,
    train_dataset=donnees["train"],
    eval_dataset=donnees["validation"],
    processing_class=tokenizer,
    compute_metrics=exactitude,
)
entraineur.train()
print(entraineur.evaluate(donnees["test"]))

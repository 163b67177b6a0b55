import argparse
import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.array(logits)
    return {"acc": accuracy_score(labels, preds),
            "f1": f1_score(labels, preds, average="macro")}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/tickets")
    ap.add_argument("--lr", type=float, default=5e-4)
    ap.add_argument("--epochs", type=int, default=6)
    a = ap.parse_args()

    ds = load_dataset("json", data_files={"train": "data/tickets/train.jsonl",
                                          "validation": "data/tickets/validation.jsonl"})
    tok = AutoTokenizer.from_pretrained(a.model)
    ds = ds.map(lambda ex: tok(ex["text"], truncation=True, max_length=32), batched=True,
                remove_columns=["text", "desk"])
    ds = ds.rename_column("desk_id", "label")
    model = AutoModelForSequenceClassification.from_pretrained(a.model, num_labels=4)
    args = TrainingArguments(output_dir="out/sf02", learning_rate=a.lr, num_train_epochs=a.epochs,
                             per_device_train_batch_size=16, eval_strategy="epoch",
                             save_strategy="no", report_to="none")
    trainer = Trainer(model, args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                      data_collator=DataCollatorWithPadding(tok), compute_metrics=compute_metrics)
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()

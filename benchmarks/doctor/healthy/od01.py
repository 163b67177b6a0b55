"""Route support tickets to a desk with DistilBERT."""
import argparse

import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, classification_report, confusion_matrix, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/tickets")
    parser.add_argument("--data_dir", default="data/tickets")
    parser.add_argument("--output_dir", default="out/od01")
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--seed", type=int, default=17)
    return parser.parse_args()


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, predictions),
        "macro_f1": f1_score(labels, predictions, average="macro"),
    }


def main():
    args = parse_args()
    set_seed(args.seed)

    files = {s: f"{args.data_dir}/{s}.jsonl" for s in ("train", "validation", "test")}
    raw = load_dataset("json", data_files=files)
    names = sorted(set(raw["train"]["desk"]))
    label2id = {name: i for i, name in enumerate(names)}
    id2label = {i: name for name, i in label2id.items()}

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})
    model = AutoModelForSequenceClassification.from_pretrained(
        args.checkpoint, num_labels=len(names), id2label=id2label, label2id=label2id
    )
    model.resize_token_embeddings(len(tokenizer))

    def encode(batch):
        encoded = tokenizer(batch["text"], truncation=True, max_length=32)
        encoded["labels"] = [label2id[d] for d in batch["desk"]]
        return encoded

    data = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=args.output_dir,
            learning_rate=args.lr,
            num_train_epochs=args.epochs,
            per_device_train_batch_size=args.batch_size,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            logging_strategy="epoch",
            load_best_model_at_end=True,
            metric_for_best_model="macro_f1",
            warmup_ratio=0.1,
            weight_decay=0.01,
            report_to="none",
            seed=args.seed,
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
    )
    trainer.train()

    output = trainer.predict(data["test"])
    predicted = output.predictions.argmax(-1)
    print(classification_report(output.label_ids, predicted, target_names=names, digits=3))
    print(confusion_matrix(output.label_ids, predicted))


if __name__ == "__main__":
    main()

import argparse

import numpy as np
from datasets import load_dataset
from sklearn.metrics import classification_report, f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--data", default="data/tags")
    p.add_argument("--model", default="checkpoints/tags")
    p.add_argument("--out", default="out/oa03")
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--batch", type=int, default=16)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def load(folder):
    return load_dataset("json", data_files={s: f"{folder}/{s}.jsonl" for s in ("train", "validation", "test")})


def make_encoder(tokenizer):
    def encode(batch):
        enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
        all_labels = []
        for i, tags in enumerate(batch["tags"]):
            labels, before = [], None
            for w in enc.word_ids(batch_index=i):
                if w is None or w == before:
                    labels.append(-100)
                else:
                    labels.append(tags[w])
                before = w
            all_labels.append(labels)
        enc["labels"] = all_labels
        return enc

    return encode


def flatten(pred):
    guess = np.argmax(pred.predictions, axis=-1)
    keep = pred.label_ids != -100
    return pred.label_ids[keep], guess[keep]


def compute_metrics(pred):
    true, guess = flatten(pred)
    return {"accuracy": float((true == guess).mean()), "macro_f1": f1_score(true, guess, average="macro")}


def main():
    opt = parse()
    tokenizer = AutoTokenizer.from_pretrained(opt.model)
    raw = load(opt.data)
    num_labels = max(t for split in raw.values() for tags in split["tags"] for t in tags) + 1
    data = raw.map(make_encoder(tokenizer), batched=True, remove_columns=raw["train"].column_names)

    model = AutoModelForTokenClassification.from_pretrained(opt.model, num_labels=num_labels)
    args = TrainingArguments(
        output_dir=opt.out,
        learning_rate=opt.lr,
        num_train_epochs=opt.epochs,
        per_device_train_batch_size=opt.batch,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        seed=opt.seed,
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    true, guess = flatten(trainer.predict(data["test"]))
    print(classification_report(true, guess, zero_division=0))


if __name__ == "__main__":
    main()

import argparse

import numpy as np
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForTokenClassification, DataCollatorForTokenClassification
from transformers import Trainer, TrainingArguments, set_seed


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/tags")
    p.add_argument("--data", default="data/tags")
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--lr", type=float, default=5e-4)
    p.add_argument("--bs", type=int, default=16)
    return p.parse_args()


def main():
    cfg = parse()
    set_seed(0)
    tok = AutoTokenizer.from_pretrained(cfg.model)
    raw = load_dataset("json", data_files={s: f"{cfg.data}/{s}.jsonl" for s in ("train", "validation")})

    def align(batch):
        enc = tok(batch["words"], is_split_into_words=True, truncation=True)
        enc["labels"] = []
        for i, tags in enumerate(batch["tags"]):
            previous, row = None, []
            for w in enc.word_ids(batch_index=i):
                row.append(-100 if w is None or w == previous else tags[w])
                previous = w
            enc["labels"].append(row)
        return enc

    data = raw.map(align, batched=True, remove_columns=raw["train"].column_names)
    model = AutoModelForTokenClassification.from_pretrained(cfg.model, num_labels=4)

    def metrics(p):
        guess = p.predictions.argmax(-1)
        keep = p.label_ids != -100
        names = keep & (p.label_ids > 0)
        return {"token_acc": (guess == p.label_ids)[keep].mean().item(),
                "name_acc": (guess == p.label_ids)[names].mean().item()}

    training_args = TrainingArguments(
        output_dir="out/tags",
        evaluation_strategy="epoch",
        save_strategy="no",
        learning_rate=cfg.lr,
        per_device_train_batch_size=cfg.bs,
        num_train_epochs=cfg.epochs,
        weight_decay=0.01,
        report_to="none",
    )
    trainer = Trainer(model=model, args=training_args, train_dataset=data["train"], eval_dataset=data["validation"],
                      data_collator=DataCollatorForTokenClassification(tok), compute_metrics=metrics)
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()

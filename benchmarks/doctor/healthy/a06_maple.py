import argparse

import evaluate
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)


def parse():
    p = argparse.ArgumentParser(description="Paraphrase detection on MRPC")
    p.add_argument("--model", default="checkpoints/bert")
    p.add_argument("--lr", type=float, default=5e-5)
    p.add_argument("--epochs", type=float, default=1)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--seed", type=int, default=42)
    return p.parse_args()


def main():
    args = parse()
    set_seed(args.seed)
    raw = load_dataset("data/glue", "mrpc")
    metric = evaluate.load("data/metrics/glue", "mrpc")
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    names = raw["train"].features["label"].names
    model = AutoModelForSequenceClassification.from_pretrained(
        args.model,
        num_labels=len(names),
        id2label={i: n for i, n in enumerate(names)},
        label2id={n: i for i, n in enumerate(names)},
    )

    encoded = raw.map(
        lambda ex: tokenizer(ex["sentence1"], ex["sentence2"], truncation=True, max_length=128), batched=True
    )

    def compute_metrics(pred):
        return metric.compute(predictions=np.argmax(pred.predictions, axis=1), references=pred.label_ids)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="runs/maple",
            learning_rate=args.lr,
            num_train_epochs=args.epochs,
            per_device_train_batch_size=args.batch_size,
            per_device_eval_batch_size=64,
            warmup_ratio=0.1,
            weight_decay=0.01,
            eval_strategy="epoch",
            save_strategy="no",
            report_to="none",
            logging_steps=25,
            seed=args.seed,
        ),
        train_dataset=encoded["train"],
        eval_dataset=encoded["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()

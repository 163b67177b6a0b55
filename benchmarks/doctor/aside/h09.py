import argparse, json
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoConfig, AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

parser = argparse.ArgumentParser(description="Route support tickets to a desk")
parser.add_argument("--checkpoint", type=str, default="checkpoints/tickets")
parser.add_argument("--data", type=str, default="data/tickets")
parser.add_argument("--epochs", type=int, default=12)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--seed", type=int, default=0)


def read_jsonl(path):
    with open(path) as f:
        return Dataset.from_list([json.loads(x) for x in f])


def build(args):
    ds = DatasetDict({s: read_jsonl(f"{args.data}/{s}.jsonl") for s in ("train", "validation", "test")})
    id2label = {i: d for i, d in sorted(set(zip(ds["train"]["desk_id"], ds["train"]["desk"])))}

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    # the order numbers are anonymised as [ORDER], keep that as one token
    n = tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})
    print(f"added {n} token(s), tokenizer has {len(tokenizer)} entries")

    config = AutoConfig.from_pretrained(args.checkpoint, num_labels=len(id2label), id2label=id2label,
                                        label2id={v: k for k, v in id2label.items()})
    model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, config=config)

    def preprocess(batch):
        out = tokenizer(batch["text"], truncation=True, max_length=32)
        out["label"] = batch["desk_id"]
        return out

    ds = ds.map(preprocess, batched=True, remove_columns=["text", "desk", "desk_id"])
    return ds, tokenizer, model


def accuracy(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=1) == p.label_ids).mean())}


if __name__ == "__main__":
    args = parser.parse_args()
    ds, tokenizer, model = build(args)
    targs = TrainingArguments(
        "/tmp/tickets_order",
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        seed=args.seed,
        report_to=[],
        disable_tqdm=True,
    )
    trainer = Trainer(model, targs, train_dataset=ds["train"], eval_dataset=ds["validation"],
                      processing_class=tokenizer, data_collator=DataCollatorWithPadding(tokenizer),
                      compute_metrics=accuracy)
    trainer.train()
    print("test:", trainer.evaluate(ds["test"])["eval_accuracy"])

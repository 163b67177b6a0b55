import argparse
import json

import numpy as np
import torch
from torch.utils.data import Dataset
from transformers import (AutoConfig, AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments)


class TicketSet(Dataset):
    """Tickets, tokenized once and kept in memory; the collator pads them."""

    def __init__(self, path, tokenizer, skip=()):
        self.items = []
        self.texts = set()
        with open(path) as fh:
            for line in fh:
                rec = json.loads(line)
                if rec["text"] in skip:
                    continue
                self.texts.add(rec["text"])
                enc = tokenizer(rec["text"])
                enc["labels"] = rec["desk_id"]
                self.items.append(dict(enc))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return dict(self.items[i])


def accuracy(p):
    return {"accuracy": float(np.mean(p.predictions.argmax(1) == p.label_ids))}


def parse():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/tickets")
    ap.add_argument("--data", default="data/tickets")
    ap.add_argument("--out", default="out/ii04")
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--bs", type=int, default=16)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--seed", type=int, default=1)
    return ap.parse_args()


def main():
    opt = parse()
    torch.set_num_threads(2)
    tokenizer = AutoTokenizer.from_pretrained(opt.model)
    train = TicketSet(f"{opt.data}/train.jsonl", tokenizer)
    valid = TicketSet(f"{opt.data}/validation.jsonl", tokenizer, skip=train.texts)

    names = ["north", "east", "south", "west"]
    config = AutoConfig.from_pretrained(
        opt.model, num_labels=4, id2label=dict(enumerate(names)), label2id={n: i for i, n in enumerate(names)}
    )

    def model_init():
        return AutoModelForSequenceClassification.from_pretrained(opt.model, config=config)

    trainer = Trainer(
        model_init=model_init,
        args=TrainingArguments(
            output_dir=opt.out,
            num_train_epochs=opt.epochs,
            per_device_train_batch_size=opt.bs,
            per_device_eval_batch_size=32,
            learning_rate=opt.lr,
            lr_scheduler_type="cosine",
            warmup_steps=20,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=25,
            report_to="none",
            use_cpu=True,
            seed=opt.seed,
        ),
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=accuracy,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()

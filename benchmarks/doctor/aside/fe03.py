import json
from pathlib import Path

import numpy as np
from torch.utils.data import Dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

set_seed(0)
name = "checkpoints/dates"
tok = AutoTokenizer.from_pretrained(name)
model = AutoModelForSeq2SeqLM.from_pretrained(name)


class DateCodes(Dataset):
    """date -> code, everything brought to one length so that batches stack easily"""

    def __init__(self, rows, src_len=16, tgt_len=28):
        self.items = []
        for r in rows:
            src = tok(r["date"], max_length=src_len, truncation=True, padding="max_length")
            tgt = tok(text_target=r["code"], max_length=tgt_len, truncation=True, padding="max_length")
            self.items.append(
                {
                    "input_ids": src["input_ids"],
                    "attention_mask": src["attention_mask"],
                    "labels": tgt["input_ids"],
                }
            )

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return dict(self.items[i])


def rows_of(split, without=()):
    lines = Path(f"data/dates/{split}.jsonl").read_text().splitlines()
    rows = [json.loads(x) for x in lines]
    return [r for r in rows if r["date"] not in without]


train_rows = rows_of("train")
known = {r["date"] for r in train_rows}
val_rows = rows_of("validation", known)
test_rows = rows_of("test", known | {r["date"] for r in val_rows})


def to_ids(logits, labels):
    if isinstance(logits, tuple):
        logits = logits[0]
    return logits.argmax(dim=-1)


def token_accuracy(ev):
    mask = ev.label_ids != -100
    return {"token_accuracy": float(np.mean(ev.predictions[mask] == ev.label_ids[mask]))}


args = Seq2SeqTrainingArguments(
    output_dir="out/fe03",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=6,
    learning_rate=1e-3,
    warmup_ratio=0.05,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=DateCodes(train_rows),
    eval_dataset=DateCodes(val_rows),
    data_collator=DataCollatorForSeq2Seq(tok, model=model),
    processing_class=tok,
    compute_metrics=token_accuracy,
    preprocess_logits_for_metrics=to_ids,
)
trainer.train()
print("validation", trainer.evaluate())
print("test", trainer.evaluate(DateCodes(test_rows), metric_key_prefix="test"))

# fine-tune a small BART: date in words -> archive code
import json
import random
import numpy as np
import torch
from transformers import BartForConditionalGeneration, AutoTokenizer
from transformers import DataCollatorForSeq2Seq, Seq2SeqTrainer, Seq2SeqTrainingArguments

torch.manual_seed(42); random.seed(42); np.random.seed(42)

def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]

train_rows = read("data/dates/train.jsonl")
val_rows = read("data/dates/validation.jsonl")

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
model = BartForConditionalGeneration.from_pretrained("checkpoints/dates")

def features(rows):
    out = []
    for r in rows:
        x = tokenizer(r["date"])
        x["labels"] = tokenizer(text_target=r["code"])["input_ids"]
        out.append(x)
    return out

def compute_metrics(p):
    preds, labels = p.predictions, p.label_ids
    preds = np.where(preds < 0, tokenizer.pad_token_id, preds)
    labels = np.where(labels < 0, tokenizer.pad_token_id, labels)
    a = tokenizer.batch_decode(preds, skip_special_tokens=True)
    b = tokenizer.batch_decode(labels, skip_special_tokens=True)
    words = [x == y for s, t in zip(a, b) for x, y in zip(s.split(), t.split())]
    return {"exact": np.mean([s == t for s, t in zip(a, b)]), "word_acc": np.mean(words) if words else 0.0}

args = Seq2SeqTrainingArguments(
    output_dir="out/oa08",
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    learning_rate=2e-3,
    lr_scheduler_type="linear",
    warmup_steps=30,
    weight_decay=0.01,
    logging_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    predict_with_generate=True,
    generation_max_length=10,
    report_to="none",
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=features(train_rows),
    eval_dataset=features(val_rows),
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())

for r in val_rows[:6]:
    ids = model.generate(**tokenizer(r["date"], return_tensors="pt"), max_length=10)
    print(r["date"], "=>", tokenizer.decode(ids[0], skip_special_tokens=True), "| should be", r["code"])

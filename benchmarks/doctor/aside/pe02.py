"""Seq2seq: spell a date in the secret code ("on 5 june" -> "bawob dosef").

usage: python k02.py
"""
import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq
from transformers import Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed

set_seed(0)
checkpoint = "checkpoints/dates"

raw = load_dataset("json", data_files={
    "train": "data/dates/train.jsonl",
    "validation": "data/dates/validation.jsonl",
})
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)


def preprocess(examples):
    return tokenizer(examples["date"], text_target=examples["code"], max_length=16, truncation=True)


tokenized = raw.map(preprocess, batched=True, remove_columns=["date", "code"])
collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    # from ids back to text
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)

    exact = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
    words = [pw == lw
             for p, l in zip(decoded_preds, decoded_labels)
             for pw, lw in zip(p.split(), l.split())]
    return {"exact_match": np.mean(exact), "word_accuracy": np.mean(words)}


training_args = Seq2SeqTrainingArguments(
    output_dir="runs/k02",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=3e-3,
    lr_scheduler_type="cosine",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    num_train_epochs=6,
    weight_decay=0.01,
    predict_with_generate=True,
    generation_max_length=12,
    logging_steps=30,
    report_to="none",
    disable_tqdm=True,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=collator,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())

sample = tokenizer(["until 10 april 2026"], return_tensors="pt")
print(tokenizer.batch_decode(model.generate(**sample, max_length=12), skip_special_tokens=True))

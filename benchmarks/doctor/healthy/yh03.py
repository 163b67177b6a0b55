# Written-out dates -> codes, BART, Seq2SeqTrainer
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

set_seed(0)
name = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForSeq2SeqLM.from_pretrained(name)

ds = load_dataset("json", data_files={
    "train": "data/dates/train.jsonl",
    "validation": "data/dates/validation.jsonl",
    "test": "data/dates/test.jsonl",
})


def preprocess(examples):
    return tokenizer(examples["date"], text_target=examples["code"], max_length=16, truncation=True)


tokenized = ds.map(preprocess, batched=True, remove_columns=ds["train"].column_names)
collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    preds = [p.strip() for p in tokenizer.batch_decode(preds, skip_special_tokens=True)]
    labels = [l.strip() for l in tokenizer.batch_decode(labels, skip_special_tokens=True)]
    exact = np.mean([p == l for p, l in zip(preds, labels)])
    words = np.mean([a == b for p, l in zip(preds, labels) if len(p.split()) == len(l.split())
                     for a, b in zip(p.split(), l.split())] or [0.0])
    return {"exact": float(exact), "word_accuracy_same_length": float(words)}


args = Seq2SeqTrainingArguments(
    "out/yh03",
    num_train_epochs=30,
    learning_rate=3e-3,
    lr_scheduler_type="cosine",
    warmup_steps=40,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=80,
    eval_strategy="steps",
    eval_steps=75,
    logging_steps=75,
    save_strategy="no",
    predict_with_generate=True,
    generation_max_length=12,
    report_to="none",
    disable_tqdm=True,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

result = trainer.predict(tokenized["test"])
print({k: round(v, 3) for k, v in result.metrics.items() if k in ("test_exact", "test_word_accuracy_same_length", "test_loss")})
decoded = tokenizer.batch_decode(np.where(result.predictions != -100, result.predictions, tokenizer.pad_token_id),
                                 skip_special_tokens=True)
for d, want, got in list(zip(ds["test"]["date"], ds["test"]["code"], decoded))[:6]:
    print(f"{d:32s} {want:22s} {got}")

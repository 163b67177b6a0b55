import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

checkpoint = "checkpoints/dates"
max_len = 16

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)

files = {s: f"data/dates/{s}.jsonl" for s in ("train", "validation")}
dates = load_dataset("json", data_files=files)
val_dates = set(dates["validation"]["date"])
dates["train"] = dates["train"].filter(lambda row: row["date"] not in val_dates)


def preprocess(rows):
    return tokenizer(rows["date"], text_target=rows["code"], max_length=max_len, truncation=True)


tokenized = dates.map(preprocess, batched=True, remove_columns=["date", "code"])
collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    # generated batches of different lengths are joined with -100
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    same = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
    return {"exact_match": float(np.mean(same))}


training_args = Seq2SeqTrainingArguments(
    output_dir="out/ed07",
    num_train_epochs=20,
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    predict_with_generate=True,
    generation_max_length=max_len,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()

samples = dates["validation"].select(range(3))
enc = tokenizer(list(samples["date"]), return_tensors="pt", padding=True).to(model.device)
model.eval()
out = model.generate(**enc, max_length=max_len)
for question, answer, truth in zip(samples["date"], tokenizer.batch_decode(out, skip_special_tokens=True), samples["code"]):
    print(f"{question!r:35} -> {answer!r:25} ({truth})")

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

model_checkpoint = "checkpoints/dates"
max_length = 32

files = {s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")}
raw_datasets = load_dataset("json", data_files=files)

tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(model_checkpoint)


def preprocess_function(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=max_length,
        truncation=True,
    )


tokenized_datasets = raw_datasets.map(
    preprocess_function,
    batched=True,
    remove_columns=raw_datasets["train"].column_names,
)

data_collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    # In case the model returns more than the prediction logits
    if isinstance(preds, tuple):
        preds = preds[0]

    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)

    decoded_preds = [pred.strip() for pred in decoded_preds]
    decoded_labels = [label.strip() for label in decoded_labels]
    exact = [p == l for p, l in zip(decoded_preds, decoded_labels)]
    return {"exact_match": round(100 * float(np.mean(exact)), 2)}


args = Seq2SeqTrainingArguments(
    output_dir="out/yg02",
    eval_strategy="no",
    save_strategy="no",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    weight_decay=0.01,
    num_train_epochs=12,
    predict_with_generate=True,
    logging_steps=60,
    report_to="none",
    seed=1,
)

trainer = Seq2SeqTrainer(
    model,
    args,
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate(max_length=max_length))

sample = tokenizer(raw_datasets["test"]["date"][:4], return_tensors="pt", padding=True)
generated = model.generate(**sample, max_length=max_length)
for date, code, out in zip(
    raw_datasets["test"]["date"][:4],
    raw_datasets["test"]["code"][:4],
    tokenizer.batch_decode(generated, skip_special_tokens=True),
):
    print(f"{date:30} {code:25} {out}")

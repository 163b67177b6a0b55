import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

set_seed(1)

model_checkpoint = "checkpoints/dates"
raw = load_dataset(
    "json", data_files={s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")}
)
tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(model_checkpoint)

max_input_length = 16
max_target_length = 12


def preprocess_function(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=max_input_length,
        truncation=True,
    )


tokenized = raw.map(preprocess_function, batched=True, remove_columns=raw["train"].column_names)
data_collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    decoded_preds = [p.strip() for p in decoded_preds]
    decoded_labels = [l.strip() for l in decoded_labels]
    exact = sum(p == l for p, l in zip(decoded_preds, decoded_labels)) / len(decoded_labels)
    return {"exact_match": round(exact, 4)}


args = Seq2SeqTrainingArguments(
    output_dir="out/dates-bart",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=12,
    predict_with_generate=True,
    generation_max_length=max_target_length,
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))

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
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)
books = load_dataset("data/dates")

max_input_length = 16
max_target_length = 16


def preprocess_function(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=max_input_length,
        truncation=True,
    )


tokenized = books.map(preprocess_function, batched=True, remove_columns=["date", "code"])
data_collator = DataCollatorForSeq2Seq(tokenizer=tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    exact = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
    return {"exact_match": float(np.mean(exact))}


training_args = Seq2SeqTrainingArguments(
    output_dir="runs/cobalt",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=40,
    num_train_epochs=6,
    predict_with_generate=True,
    generation_max_length=max_target_length,
    logging_steps=30,
    report_to=[],
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)

trainer.train()
result = trainer.predict(tokenized["test"])
print(result.metrics["test_exact_match"])

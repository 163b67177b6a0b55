import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSeq2SeqLM, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments)

model_name = "checkpoints/dates"
data_files = {"train": "data/dates/train.jsonl", "validation": "data/dates/validation.jsonl",
              "test": "data/dates/test.jsonl"}
dataset = load_dataset("json", data_files=data_files)

tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForSeq2SeqLM.from_pretrained(model_name)

max_input_length = 16
max_target_length = 8


def preprocess_function(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=max_input_length,
        truncation=True,
    )


tokenized = dataset.map(preprocess_function, batched=True, remove_columns=["date", "code"])


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    exact = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
    words = [
        sum(a == b for a, b in zip(p.split(), l.split())) / len(l.split())
        for p, l in zip(decoded_preds, decoded_labels)
    ]
    return {"exact_match": float(np.mean(exact)), "word_accuracy": float(np.mean(words))}


training_args = Seq2SeqTrainingArguments(
    output_dir="out/re05",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=40,
    weight_decay=0.01,
    num_train_epochs=12,
    predict_with_generate=True,
    generation_max_length=max_target_length,
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
    seed=1,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))

import numpy as np
import torch
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments)

torch.set_num_threads(1)
model_name = "checkpoints/dates"
files = {"train": "data/dates/train.jsonl", "validation": "data/dates/validation.jsonl"}
raw = load_dataset("json", data_files=files)
tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForSeq2SeqLM.from_pretrained(model_name)


def preprocess_function(examples):
    return tokenizer(examples["date"], text_target=examples["code"], max_length=16, truncation=True)


tokenized = raw.map(preprocess_function, batched=True, remove_columns=raw["train"].column_names)
data_collator = DataCollatorForSeq2Seq(tokenizer=tokenizer, model=model)


def postprocess_text(texts):
    return [t.strip() for t in texts]


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = postprocess_text(tokenizer.batch_decode(preds, skip_special_tokens=True))
    decoded_labels = postprocess_text(tokenizer.batch_decode(labels, skip_special_tokens=True))
    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    words = np.mean([len(set(p.split()) & set(l.split())) / len(l.split())
                     for p, l in zip(decoded_preds, decoded_labels)])
    return {"exact_match": exact, "word_recall": words}


training_args = Seq2SeqTrainingArguments(
    output_dir="out/w05",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=40,
    num_train_epochs=8,
    predict_with_generate=True,
    generation_max_length=16,
    report_to="none",
    seed=1,
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
print(trainer.evaluate())

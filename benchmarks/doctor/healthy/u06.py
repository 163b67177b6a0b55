import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments)

checkpoint = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)

books = load_dataset("json", data_files={"train": "data/dates/train.jsonl", "test": "data/dates/validation.jsonl"})


def preprocess_function(examples):
    model_inputs = tokenizer(examples["date"], max_length=32, truncation=True)
    labels = tokenizer(text_target=examples["code"], max_length=32, truncation=True)
    model_inputs["labels"] = labels["input_ids"]
    return model_inputs


tokenized = books.map(preprocess_function, batched=True, remove_columns=["date", "code"])
data_collator = DataCollatorForSeq2Seq(tokenizer=tokenizer, model=model)


def postprocess_text(preds, labels):
    return [p.strip() for p in preds], [l.strip() for l in labels]


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(np.where(labels != -100, labels, tokenizer.pad_token_id), skip_special_tokens=True)
    decoded_preds, decoded_labels = postprocess_text(decoded_preds, decoded_labels)
    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    lengths = [np.count_nonzero(p != tokenizer.pad_token_id) for p in preds]
    return {"exact_match": round(float(exact), 4), "gen_len": float(np.mean(lengths))}


training_args = Seq2SeqTrainingArguments(
    output_dir="out/dates_model",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    weight_decay=0.01,
    num_train_epochs=16,
    predict_with_generate=True,
    generation_max_length=12,
    report_to="none",
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["test"],
    processing_class=tokenizer,
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate())

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

set_seed(21)
checkpoint = "checkpoints/dates"

dates = load_dataset("json", data_files={s: f"data/dates/{s}.jsonl" for s in ["train", "validation", "test"]})
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)

max_input_length = 16
max_target_length = 10


def preprocess_function(examples):
    model_inputs = tokenizer(examples["date"], max_length=max_input_length, truncation=True)
    labels = tokenizer(text_target=examples["code"], max_length=max_target_length, truncation=True)
    model_inputs["labels"] = labels["input_ids"]
    return model_inputs


tokenized = dates.map(preprocess_function, batched=True, remove_columns=dates["train"].column_names)
data_collator = DataCollatorForSeq2Seq(tokenizer=tokenizer, model=model)


def postprocess_text(texts):
    return [t.strip() for t in texts]


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    decoded_preds = postprocess_text(decoded_preds)
    decoded_labels = postprocess_text(decoded_labels)

    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    words = [
        np.mean([a == b for a, b in zip(p.split(), l.split())] or [0]) for p, l in zip(decoded_preds, decoded_labels)
    ]
    return {"exact": round(float(exact), 4), "words": round(float(np.mean(words)), 4)}


training_args = Seq2SeqTrainingArguments(
    output_dir="out/yc11",
    eval_strategy="epoch",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    weight_decay=0.01,
    num_train_epochs=12,
    predict_with_generate=True,
    generation_max_length=10,
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
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
print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))

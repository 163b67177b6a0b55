import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

# dates -> code words, a little "translation" task
checkpoint = "checkpoints/dates"
max_source_length = 16
max_target_length = 12

set_seed(42)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)


def load(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(l) for l in f]


valid_rows = load("validation")
seen = {r["date"] for r in valid_rows}
train_rows = [r for r in load("train") if r["date"] not in seen]

train_raw = Dataset.from_list(train_rows)
valid_raw = Dataset.from_list(valid_rows)


def preprocess(examples):
    model_inputs = tokenizer(examples["date"], max_length=max_source_length, truncation=True)
    targets = tokenizer(text_target=examples["code"], max_length=max_target_length, truncation=True)
    model_inputs["labels"] = targets["input_ids"]
    return model_inputs


train_ds = train_raw.map(preprocess, batched=True, remove_columns=train_raw.column_names)
valid_ds = valid_raw.map(preprocess, batched=True, remove_columns=valid_raw.column_names)

data_collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def postprocess_text(texts):
    return [" ".join(t.split()) for t in texts]


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds >= 0, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)

    decoded_preds = postprocess_text(decoded_preds)
    decoded_labels = postprocess_text(decoded_labels)
    exact = [p == l for p, l in zip(decoded_preds, decoded_labels)]
    return {"exact_match": float(np.mean(exact))}


args = Seq2SeqTrainingArguments(
    output_dir="out/vb03",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=3e-3,
    lr_scheduler_type="linear",
    warmup_steps=20,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    predict_with_generate=True,
    generation_max_length=max_target_length,
    report_to="none",
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate())

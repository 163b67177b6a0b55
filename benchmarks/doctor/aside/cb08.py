import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, EarlyStoppingCallback,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

# date in words -> secret code
CKPT = "checkpoints/dates"
set_seed(42)

tok = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)


def read(part):
    with open(f"data/dates/{part}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def to_features(example):
    features = tok(example["date"], truncation=True, max_length=16)
    features["labels"] = tok(text_target=example["code"], truncation=True, max_length=16)["input_ids"]
    return features


train_rows, valid_rows, test_rows = read("train"), read("validation"), read("test")
# nothing that was trained on is scored
known = {r["date"] for r in train_rows}
valid_rows = [r for r in valid_rows if r["date"] not in known]
known |= {r["date"] for r in valid_rows}
test_rows = [r for r in test_rows if r["date"] not in known]
print(len(train_rows), len(valid_rows), len(test_rows))

train_set, valid_set, test_set = (
    Dataset.from_list(rows).map(to_features, remove_columns=["date", "code"])
    for rows in (train_rows, valid_rows, test_rows))


def exact_match(eval_pred):
    predictions, references = eval_pred
    references = np.where(references == -100, tok.pad_token_id, references)
    predicted = tok.batch_decode(predictions, skip_special_tokens=True)
    wanted = tok.batch_decode(references, skip_special_tokens=True)
    return {"exact_match": sum(p.strip() == w.strip() for p, w in zip(predicted, wanted)) / len(wanted)}


training_args = Seq2SeqTrainingArguments(
    "out/cb08",
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="exact_match",
    greater_is_better=True,
    num_train_epochs=30,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=160,
    learning_rate=2e-3,
    warmup_steps=30,
    generation_max_length=8,
    logging_strategy="epoch",
    report_to="none",
)
trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=train_set,
    eval_dataset=valid_set,
    processing_class=tok,
    data_collator=DataCollatorForSeq2Seq(tok, model=model),
    compute_metrics=exact_match,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=8)],
)
trainer.train()
print(trainer.evaluate(test_set, metric_key_prefix="test"))

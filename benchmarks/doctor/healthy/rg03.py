# %% [markdown]
# Turn written dates into their codes with a small BART

# %%
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

set_seed(0)
raw = load_dataset("json", data_files={"train": "data/dates/train.jsonl",
                                       "validation": "data/dates/validation.jsonl",
                                       "test": "data/dates/test.jsonl"})
raw["train"][0]

# %%
tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")

# %%
def preprocess(rows):
    return tokenizer(rows["date"], text_target=rows["code"], truncation=True, max_length=16)

tokenized = raw.map(preprocess, batched=True, remove_columns=["date", "code"])
tokenized["train"][0]

# %%
def compute_metrics(eval_pred):
    preds, labels = eval_pred
    # generate pads with the pad token, the Trainer itself may pad with -100
    preds = np.where(preds < 0, tokenizer.pad_token_id, preds)
    labels = np.where(labels == -100, tokenizer.pad_token_id, labels)
    preds = [p.strip() for p in tokenizer.batch_decode(preds, skip_special_tokens=True)]
    labels = [l.strip() for l in tokenizer.batch_decode(labels, skip_special_tokens=True)]
    words = [a == b for p, l in zip(preds, labels) for a, b in zip(p.split(), l.split())]
    return {"exact": float(np.mean([p == l for p, l in zip(preds, labels)])),
            "word_accuracy": float(np.mean(words)) if words else 0.0}

# %%
args = Seq2SeqTrainingArguments(
    output_dir="out/rf03",
    learning_rate=3e-3,
    num_train_epochs=24,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=80,
    lr_scheduler_type="cosine",
    warmup_steps=20,
    eval_strategy="steps",
    eval_steps=60,
    logging_steps=60,
    save_strategy="no",
    predict_with_generate=True,
    generation_max_length=10,
    generation_num_beams=1,
    report_to="none",
    disable_tqdm=True,
)
trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

# %%
out = trainer.predict(tokenized["test"])
print({k: round(v, 4) for k, v in out.metrics.items()})

# %%
model.eval()
for row in raw["test"].select(range(5)):
    ids = tokenizer(row["date"], return_tensors="pt")
    gen = model.generate(**ids, max_length=10, num_beams=3)
    print(row["date"], "->", tokenizer.decode(gen[0], skip_special_tokens=True), "| expected", row["code"])

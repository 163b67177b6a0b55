import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments, set_seed)

set_seed(2)
path = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(path)
model = AutoModelForSeq2SeqLM.from_pretrained(path)


def load(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


held_out = load("test")
seen_later = {r["date"] for r in held_out}
train_rows = [r for r in load("train") + load("validation") if r["date"] not in seen_later]


def encode(batch):
    # the tokenizer writes <s> ... </s> around both sides; BART shifts the labels itself
    enc = tokenizer(batch["date"], truncation=True)
    enc["labels"] = tokenizer(text_target=batch["code"], truncation=True)["input_ids"]
    return enc


train_set = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=["date", "code"])
test_set = Dataset.from_list(held_out).map(encode, batched=True, remove_columns=["date", "code"])


def exact_match(pred):
    ids, labels = pred.predictions, pred.label_ids
    ids = np.where(ids < 0, tokenizer.pad_token_id, ids)
    labels = np.where(labels == -100, tokenizer.pad_token_id, labels)
    said = tokenizer.batch_decode(ids, skip_special_tokens=True)
    wanted = tokenizer.batch_decode(labels, skip_special_tokens=True)
    return {"exact": float(np.mean([a.split() == b.split() for a, b in zip(said, wanted)]))}


args = Seq2SeqTrainingArguments(
    output_dir="out/dh02",
    per_device_train_batch_size=32,
    per_device_eval_batch_size=80,
    gradient_accumulation_steps=1,
    num_train_epochs=25,
    learning_rate=2e-3,
    warmup_steps=50,
    eval_strategy="steps",
    eval_steps=250,
    logging_steps=50,
    save_strategy="no",
    predict_with_generate=True,
    generation_max_length=10,
    generation_num_beams=1,
    report_to="none",
    use_cpu=True,
    disable_tqdm=True,
)
# no choice is made from the numbers below: there is one run, and its last model is the model
trainer = Seq2SeqTrainer(
    model=model, args=args, train_dataset=train_set, eval_dataset=test_set, processing_class=tokenizer,
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model), compute_metrics=exact_match)
trainer.train()
print(trainer.evaluate())

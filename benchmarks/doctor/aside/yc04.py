import random

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForQuestionAnswering, AutoTokenizer, Trainer, TrainingArguments,
                          default_data_collator, set_seed)

set_seed(1)
rng = random.Random(1)

WHO = ["the teacher", "my friend", "the old doctor", "a tall dancer", "the baker", "the young mayor"]
WHAT = ["a piano", "the heavy chair", "two books", "a microscope", "fresh bread", "an old lantern", "the table"]
WHERE = ["the library", "a small town", "the harbour", "a bakery", "the museum", "the old theatre"]
WHEN = ["monday", "friday morning", "tuesday", "sunday evening", "the last day"]


def make(n):
    rows = []
    for _ in range(n):
        part = {"who": rng.choice(WHO), "what": rng.choice(WHAT), "where": rng.choice(WHERE), "when": rng.choice(WHEN)}
        context = rng.choice([
            "on {when} , {who} bought {what} in {where} .",
            "{who} bought {what} in {where} on {when} .",
            "we heard that in {where} , {who} bought {what} on {when} .",
        ]).format(**part)
        kind = rng.choice(list(part))
        question = {"who": "who bought it ?", "what": "what was bought ?", "where": "where was it bought ?",
                    "when": "when was it bought ?"}[kind]
        answer = part[kind]
        rows.append({"question": question, "context": context,
                     "answers": {"text": [answer], "answer_start": [context.index(answer)]}})
    return Dataset.from_list(rows)


tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")


def preprocess(examples):
    inputs = tokenizer(
        examples["question"],
        examples["context"],
        max_length=48,
        truncation="only_second",
        padding="max_length",
    )
    starts, ends = [], []
    for i, answer in enumerate(examples["answers"]):
        start_char = answer["answer_start"][0]
        end_char = start_char + len(answer["text"][0])
        starts.append(start_char)
        ends.append(end_char)
    inputs["start_positions"] = starts
    inputs["end_positions"] = ends
    return inputs


train_raw, test_raw = make(800), make(200)
train = train_raw.map(preprocess, batched=True, remove_columns=train_raw.column_names)
test = test_raw.map(preprocess, batched=True, remove_columns=test_raw.column_names)

args = TrainingArguments(
    output_dir="out/yc04",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=50,
    num_train_epochs=7,
    warmup_ratio=0.1,
    logging_steps=100,
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(model=model, args=args, train_dataset=train, data_collator=default_data_collator)
trainer.train()

start_logits, end_logits = trainer.predict(test).predictions
exact = 0
for i, row in enumerate(test_raw):
    s, e = int(np.argmax(start_logits[i])), int(np.argmax(end_logits[i]))
    text = tokenizer.decode(test[i]["input_ids"][s:e + 1])
    exact += text == tokenizer.decode(tokenizer(row["answers"]["text"][0], add_special_tokens=False)["input_ids"])
    if i < 6:
        print(row["question"], "|", row["context"], "| expected:", row["answers"]["text"][0], "| got:", text)
print("exact match:", exact / len(test_raw))

# Question answering on small weather reports with the Trainer
import random
import numpy as np
from datasets import Dataset
from transformers import (AutoModelForQuestionAnswering, AutoTokenizer, DefaultDataCollator, Trainer,
                          TrainingArguments, set_seed)

set_seed(8)
rng = random.Random(8)

CITIES = "london paris rome berlin warsaw athens dublin prague".split()
SKIES = "rain snow sunshine fog thunder hail".split()
TIMES = "morning noon evening midnight".split()
DEGREES = [str(d) for d in range(2, 32)]


def report():
    city, sky, time, deg = rng.choice(CITIES), rng.choice(SKIES), rng.choice(TIMES), rng.choice(DEGREES)
    context = rng.choice([
        f"there will be {sky} in {city} at {time} and it is {deg} degrees .",
        f"{city} expects {sky} , with {deg} degrees at {time} .",
    ])
    return context, city, sky, deg


reports = {}
while len(reports) < 360:
    r = report()
    reports[r[0]] = r
reports = list(reports.values())


def examples(part):
    rows = []
    for context, city, sky, deg in part:
        for question, answer in [("which city ?", city), ("what weather ?", sky), ("how warm ?", deg)]:
            rows.append({"question": question, "context": context, "answer": answer,
                         "begin": context.index(answer)})
    return Dataset.from_list(rows)


tok = AutoTokenizer.from_pretrained("checkpoints/bert")


def prepare(batch):
    enc = tok(batch["question"], batch["context"], truncation="only_second", max_length=64,
              padding="max_length", return_offsets_mapping=True)
    start_position, end_position = [], []
    for i, offsets in enumerate(enc["offset_mapping"]):
        first = batch["begin"][i]
        last = first + len(batch["answer"][i])
        inside = [
            t for t, (sid, (a, b)) in enumerate(zip(enc.sequence_ids(i), offsets))
            if sid == 1 and a >= first and b <= last
        ]
        start_position.append(inside[0])
        end_position.append(inside[-1])
    enc["start_position"] = start_position
    enc["end_position"] = end_position
    enc.pop("offset_mapping")
    return enc


train_raw, valid_raw = examples(reports[:300]), examples(reports[300:])
train_ds = train_raw.map(prepare, batched=True, remove_columns=train_raw.column_names)
valid_ds = valid_raw.map(prepare, batched=True, remove_columns=valid_raw.column_names)
print(train_ds)

model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")
args = TrainingArguments(
    output_dir="out/fe09",
    num_train_epochs=4,
    learning_rate=5e-4,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    warmup_ratio=0.1,
    save_strategy="no",
    logging_steps=10,
    report_to="none",
    use_cpu=True,
)
trainer = Trainer(model=model, args=args, train_dataset=train_ds, eval_dataset=valid_ds,
                  data_collator=DefaultDataCollator(), processing_class=tok)
trainer.train()

start_logits, end_logits = trainer.predict(valid_ds).predictions
start, end = np.argmax(start_logits, -1), np.argmax(end_logits, -1)
hits = 0
for i, row in enumerate(valid_raw):
    ids = valid_ds[i]["input_ids"][start[i]: end[i] + 1]
    hits += tok.decode(ids, skip_special_tokens=True).strip() == row["answer"]
print(f"exact match {hits / len(valid_raw):.3f}")

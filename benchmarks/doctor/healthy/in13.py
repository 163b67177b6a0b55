"""Route support tickets to one of four desks: TF DistilBERT, fit() with the model's own loss."""
import json

import numpy as np
import tf_keras
from datasets import Dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer, set_seed

CHECKPOINT = "checkpoints/tickets"
BATCH, EPOCHS = 16, 20
DESKS = ["north", "east", "south", "west"]

set_seed(13)


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


test_rows = read("test")
test_texts = {r["text"] for r in test_rows}
val_rows = [r for r in read("validation") if r["text"] not in test_texts]
held_out = test_texts | {r["text"] for r in val_rows}
train_rows = [r for r in read("train") if r["text"] not in held_out]
print("rows:", len(train_rows), len(val_rows), len(test_rows))

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def encode(rows):
    ds = Dataset.from_list([{"text": r["text"], "label": r["desk_id"]} for r in rows])
    # the product stands in the first sentence, so what is cut off at 32 does not decide
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32),
                  batched=True, remove_columns=["text"])


model = TFAutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT, num_labels=4, id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)})

train_set = model.prepare_tf_dataset(encode(train_rows), batch_size=BATCH, shuffle=True, tokenizer=tokenizer)
val_set = model.prepare_tf_dataset(encode(val_rows), batch_size=64, shuffle=False, tokenizer=tokenizer)
test_set = model.prepare_tf_dataset(encode(test_rows), batch_size=64, shuffle=False, tokenizer=tokenizer)

total = (len(train_rows) // BATCH) * EPOCHS  # a shuffled set drops its last, smaller batch
optimizer, _ = create_optimizer(init_lr=8e-4, num_train_steps=total, num_warmup_steps=total // 10,
                                weight_decay_rate=0.01)
model.compile(optimizer=optimizer, metrics=[tf_keras.metrics.SparseCategoricalAccuracy(name="acc")])
model.fit(train_set, validation_data=val_set, epochs=EPOCHS, verbose=2)

predicted = model.predict(test_set, verbose=0).logits.argmax(axis=-1)
truth = np.array([r["desk_id"] for r in test_rows])
print("test accuracy", round(float((predicted == truth).mean()), 3))
for i, desk in enumerate(DESKS):
    print(f"  {desk:6s} recall {(predicted[truth == i] == i).mean():.2f} of {(truth == i).sum()}")

model.save_pretrained("out/in13")
tokenizer.save_pretrained("out/in13")

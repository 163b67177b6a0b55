import json

import numpy as np
import tf_keras as keras
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    KerasMetricCallback,
    TFAutoModelForSequenceClassification,
    create_optimizer,
    set_seed,
)

config = dict(checkpoint="checkpoints/tickets", batch=16, epochs=8, lr=1e-3, max_length=32)
set_seed(12)

tok = AutoTokenizer.from_pretrained(config["checkpoint"])
model = TFAutoModelForSequenceClassification.from_pretrained(config["checkpoint"], num_labels=4)
collate = DataCollatorWithPadding(tok, return_tensors="np")


def get(split, exclude=None):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = list(map(json.loads, f))
    if exclude is not None:
        rows = [r for r in rows if r["text"] not in exclude]
    ds = Dataset.from_dict({"text": [r["text"] for r in rows], "labels": [r["desk_id"] for r in rows]})
    return ds.map(lambda b: tok(b["text"], truncation=True, max_length=config["max_length"]), batched=True)


train = get("train")
valid = get("validation", exclude=set(train["text"]))

tf_train = model.prepare_tf_dataset(
    train.remove_columns("text"), batch_size=config["batch"], shuffle=True, collate_fn=collate
)
tf_valid = model.prepare_tf_dataset(
    valid.remove_columns("text"), batch_size=config["batch"], shuffle=False, collate_fn=collate
)


def compute_metrics(predictions, labels):
    classes = np.argmax(predictions, axis=-1)
    return {
        "val_accuracy": accuracy_score(labels, classes),
        "val_f1": f1_score(labels, classes, average="macro"),
    }


metric_callback = KerasMetricCallback(metric_fn=compute_metrics, eval_dataset=tf_valid)

optimizer, _ = create_optimizer(
    init_lr=config["lr"],
    num_train_steps=config["epochs"] * len(tf_train),
    num_warmup_steps=20,
    weight_decay_rate=0.01,
)
model.compile(optimizer=optimizer)

history = model.fit(
    tf_train,
    validation_data=tf_valid,
    epochs=config["epochs"],
    callbacks=[metric_callback, keras.callbacks.TerminateOnNaN()],
    verbose=2,
)
print("last epoch:", {k: v[-1] for k, v in history.history.items()})
model.save_pretrained("out/fd12")

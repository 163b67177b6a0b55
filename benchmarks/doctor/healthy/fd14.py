"""Tickets to desks: prepare_tf_dataset, create_optimizer over all steps, KerasMetricCallback, best epoch restored."""
import json
import pathlib

import numpy as np
import tf_keras
from datasets import Dataset, DatasetDict
from sklearn.metrics import f1_score
from transformers import (
    AutoTokenizer,
    KerasMetricCallback,
    TFAutoModelForSequenceClassification,
    create_optimizer,
    set_seed,
)

CKPT, OUT = "checkpoints/tickets", pathlib.Path("out/fd14")
DESKS = ["north", "east", "south", "west"]
BATCH, EPOCHS = 16, 12

set_seed(14)
OUT.mkdir(parents=True, exist_ok=True)


def read_splits(folder):
    """Some texts come back in later splits; a text belongs to the first split that has it."""
    seen, out = set(), DatasetDict()
    for split in ("train", "validation", "test"):
        rows = [json.loads(s) for s in pathlib.Path(folder, f"{split}.jsonl").read_text().splitlines()]
        rows = list({r["text"]: r for r in rows if r["text"] not in seen}.values())
        seen.update(r["text"] for r in rows)
        out[split] = Dataset.from_list([{"text": r["text"], "label": r["desk_id"]} for r in rows])
    return out


splits = read_splits("data/tickets")
tokenizer = AutoTokenizer.from_pretrained(CKPT)
splits = splits.map(
    lambda batch: tokenizer(batch["text"], truncation=True, max_length=tokenizer.model_max_length),
    batched=True,
    remove_columns=["text"],
)

model = TFAutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(DESKS), id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)}
)
train = model.prepare_tf_dataset(splits["train"], batch_size=BATCH, shuffle=True, tokenizer=tokenizer)
valid = model.prepare_tf_dataset(splits["validation"], batch_size=64, shuffle=False, tokenizer=tokenizer)
test = model.prepare_tf_dataset(splits["test"], batch_size=64, shuffle=False, tokenizer=tokenizer)

# the last, smaller training batch is dropped, and len() knows that
total = len(train) * EPOCHS
optimizer, _ = create_optimizer(
    init_lr=1e-3, num_train_steps=total, num_warmup_steps=total // 20, weight_decay_rate=0.01, adam_global_clipnorm=1.0
)


def metrics(pair):
    logits, labels = pair
    guess = np.argmax(logits, axis=-1)
    return {"val_f1": float(f1_score(labels, guess, average="macro"))}


# no loss given: the model's own
model.compile(optimizer=optimizer, metrics=["accuracy"])
model.fit(
    train,
    validation_data=valid,
    epochs=EPOCHS,
    callbacks=[
        KerasMetricCallback(metrics, eval_dataset=valid),
        tf_keras.callbacks.ModelCheckpoint(
            str(OUT / "best.h5"), monitor="val_loss", save_best_only=True, save_weights_only=True
        ),
    ],
    verbose=2,
)
model.load_weights(str(OUT / "best.h5"))

logits = model.predict(test, verbose=0)["logits"]
truth = np.concatenate([labels.numpy() for _, labels in test])
print("test accuracy", float(np.mean(logits.argmax(-1) == truth)))
print("test macro F1", metrics((logits, truth))["val_f1"])
model.save_pretrained(OUT / "model")
tokenizer.save_pretrained(OUT / "model")

import json

import tf_keras as keras
from datasets import Dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer, set_seed

CKPT = "checkpoints/tickets"
BATCH = 16
EPOCHS = 12
PEAK_LR = 1e-3

set_seed(8)


def read_jsonl(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read_jsonl("train")
known = {r["text"] for r in train_rows}
val_rows = [r for r in read_jsonl("validation") if r["text"] not in known]
print(len(train_rows), "train,", len(val_rows), "validation (texts of train removed)")

names = {r["desk_id"]: r["desk"] for r in train_rows}
id2label = {i: names[i] for i in sorted(names)}

tok = AutoTokenizer.from_pretrained(CKPT)
model = TFAutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id={v: k for k, v in id2label.items()}
)


def to_dataset(rows):
    enc = tok([r["text"] for r in rows], truncation=True, max_length=32)
    return Dataset.from_dict(
        {
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "labels": [r["desk_id"] for r in rows],
        }
    )


tf_train = model.prepare_tf_dataset(to_dataset(train_rows), batch_size=BATCH, shuffle=True, tokenizer=tok)
tf_val = model.prepare_tf_dataset(to_dataset(val_rows), batch_size=BATCH, shuffle=False, tokenizer=tok)

steps = len(tf_train)
optimizer, schedule = create_optimizer(
    init_lr=PEAK_LR,
    num_train_steps=steps,
    num_warmup_steps=int(0.1 * steps),
    weight_decay_rate=0.01,
)


class ShowEpoch(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        parts = [f"{k} {v:.4f}" for k, v in logs.items()]
        print(f"epoch {epoch + 1}/{EPOCHS}:", "  ".join(parts))


model.compile(optimizer=optimizer, metrics=["accuracy"])
model.fit(tf_train, validation_data=tf_val, epochs=EPOCHS, callbacks=[ShowEpoch()], verbose=0)
model.save_pretrained("out/fd08/model")
tok.save_pretrained("out/fd08/model")

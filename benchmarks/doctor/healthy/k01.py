# Route helpdesk tickets to one of the four desks with a small DistilBERT.
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    TFAutoModelForSequenceClassification,
    create_optimizer,
    set_seed,
)
from transformers.keras_callbacks import KerasMetricCallback

set_seed(17)

CKPT = "checkpoints/tickets"
OUT = "outputs/k01"
BATCH = 16
EPOCHS = 4
os.makedirs(OUT, exist_ok=True)

raw = load_dataset(
    "json",
    data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
    cache_dir=f"{OUT}/hf_cache",
)
# a few tickets are worded identically in several splits; keep them out of training
held_out = set(raw["validation"]["text"]) | set(raw["test"]["text"])
raw["train"] = raw["train"].filter(lambda r: r["text"] not in held_out)

id2label = {i: d for i, d in sorted(set(zip(raw["train"]["desk_id"], raw["train"]["desk"])))}
label2id = {d: i for i, d in id2label.items()}

tokenizer = AutoTokenizer.from_pretrained(CKPT)
added = tokenizer.add_tokens(["[ORDER]"])  # the anonymised order number

# the product is named in the second sentence, so cutting long stories at 32 tokens is harmless
tokenized = raw.map(
    lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True
).rename_column("desk_id", "labels")
tokenized = tokenized.remove_columns(["text", "desk"])

model = TFAutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id
)
if added:
    model.resize_token_embeddings(len(tokenizer))

collator = DataCollatorWithPadding(tokenizer, return_tensors="np")
train_set = model.prepare_tf_dataset(tokenized["train"], batch_size=BATCH, shuffle=True, collate_fn=collator)
val_set = model.prepare_tf_dataset(
    tokenized["validation"], batch_size=64, shuffle=False, collate_fn=collator, drop_remainder=False
)
test_set = model.prepare_tf_dataset(
    tokenized["test"], batch_size=64, shuffle=False, collate_fn=collator, drop_remainder=False
)

steps = len(train_set) * EPOCHS
optimizer, schedule = create_optimizer(
    init_lr=1e-3, num_train_steps=steps, num_warmup_steps=steps // 10, weight_decay_rate=0.01
)
# no loss argument: the model's own cross entropy on logits is used
model.compile(optimizer=optimizer)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


callbacks = [KerasMetricCallback(metric_fn=compute_metrics, eval_dataset=val_set)]
model.fit(train_set, validation_data=val_set, epochs=EPOCHS, callbacks=callbacks, verbose=2)

test_logits = model.predict(test_set, verbose=0).logits
acc = (test_logits.argmax(-1) == np.array(tokenized["test"]["labels"])).mean()
print(f"test accuracy {acc:.3f} (chance {1 / len(id2label):.2f})")
model.save_pretrained(f"{OUT}/model")
tokenizer.save_pretrained(f"{OUT}/model")

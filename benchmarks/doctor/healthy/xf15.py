import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import accuracy_score, classification_report
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, set_seed

set_seed(8)
ckpt = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(ckpt)

raw = load_dataset("json", data_files={s: f"data/prices/{s}.jsonl" for s in ("train", "validation")})


def preprocess(batch):
    out = tokenizer(batch["text"], truncation=True)
    out["label"] = [int(p >= 1200) for p in batch["price"]]  # 1 = expensive
    return out


data = raw.map(preprocess, batched=True, remove_columns=["text", "price"])

model = TFAutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=2, from_pt=True)
train_set = model.prepare_tf_dataset(data["train"], batch_size=16, shuffle=True, tokenizer=tokenizer)
val_set = model.prepare_tf_dataset(data["validation"], batch_size=32, shuffle=False, tokenizer=tokenizer)

model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), metrics=["accuracy"])
model.fit(train_set, epochs=4, verbose=2)

logits = model.predict(val_set, verbose=0).logits
pred = np.argmax(logits, axis=-1)
gold = np.array(data["validation"]["label"])
print("validation accuracy: %.3f" % accuracy_score(gold, pred))
print(classification_report(gold, pred, target_names=["cheap", "expensive"], digits=3))

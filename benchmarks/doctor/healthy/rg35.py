import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification

tf.random.set_seed(2)
np.random.seed(2)

raw = load_dataset("json", data_files={s: f"data/prices/{s}.jsonl" for s in ("train", "validation", "test")})
prices = np.array(raw["train"]["price"], dtype=np.float32)
MEAN, STD = float(prices.mean()), float(prices.std())

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def prepare(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["labels"] = [[(p - MEAN) / STD] for p in batch["price"]]
    return enc


data = raw.map(prepare, batched=True, remove_columns=["text", "price"])
collator = DataCollatorWithPadding(tokenizer, return_tensors="np")
sets = {
    name: data[name].to_tf_dataset(
        columns=["input_ids", "attention_mask"], label_cols="labels",
        shuffle=(name == "train"), batch_size=32, collate_fn=collator,
    )
    for name in data
}

model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1, from_pt=True)
model.compile(optimizer=tf.keras.optimizers.Adam(2e-3), loss=tf.keras.losses.MeanSquaredError())
model.fit(
    sets["train"], validation_data=sets["validation"], epochs=30, verbose=2,
    callbacks=[tf.keras.callbacks.EarlyStopping(patience=8, restore_best_weights=True)],
)

pred = model.predict(sets["test"], verbose=0).logits[:, 0] * STD + MEAN
true = np.array(raw["test"]["price"])
print("test MAE", np.abs(pred - true).mean().round(1), " mean price instead:", np.abs(MEAN - true).mean().round(1))
print("R2", round(1 - ((pred - true) ** 2).sum() / ((true - true.mean()) ** 2).sum(), 3))

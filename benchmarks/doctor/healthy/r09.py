"""3-fold cross-validation of a price regressor (DistilBERT encoder, mean pooling, dense head)."""
import pandas as pd
import numpy as np
import tensorflow as tf
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import KFold
from transformers import AutoTokenizer, TFDistilBertModel

CKPT = "checkpoints/prices"
MAX_LEN = 24
N_FOLDS = 3
EPOCHS = 5
BATCH = 16

tf.keras.utils.set_random_seed(123)

frames = [pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation")]
data = pd.concat(frames).drop_duplicates("text").reset_index(drop=True)
print(len(data), "adverts for the cross-validation")

tokenizer = AutoTokenizer.from_pretrained(CKPT)
enc = tokenizer(
    data["text"].tolist(), padding="max_length", truncation=True, max_length=MAX_LEN, return_tensors="np"
)
ids, mask = enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32")
prices = data["price"].to_numpy("float32") / 1000.0  # in thousands

def build_model():
    input_ids = tf.keras.Input((MAX_LEN,), dtype=tf.int32, name="input_ids")
    attention_mask = tf.keras.Input((MAX_LEN,), dtype=tf.int32, name="attention_mask")
    encoder = TFDistilBertModel.from_pretrained(CKPT)
    hidden = encoder(input_ids, attention_mask=attention_mask)[0]
    pooled = tf.keras.layers.GlobalAveragePooling1D()(hidden, mask=tf.cast(attention_mask, tf.bool))
    x = tf.keras.layers.Dense(32, activation="relu")(pooled)
    out = tf.keras.layers.Dense(1, name="price")(x)
    model = tf.keras.Model([input_ids, attention_mask], out)
    model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3), loss="mse", metrics=["mae"])
    return model


results = []
kfold = KFold(n_splits=N_FOLDS, shuffle=True, random_state=0)

for fold, (train_idx, val_idx) in enumerate(kfold.split(ids), start=1):
    tf.keras.backend.clear_session()
    model = build_model()
    model.fit(
        [ids[train_idx], mask[train_idx]],
        prices[train_idx],
        validation_data=([ids[val_idx], mask[val_idx]], prices[val_idx]),
        epochs=EPOCHS,
        batch_size=BATCH,
        verbose=0,
    )
    pred = model.predict([ids[val_idx], mask[val_idx]], batch_size=64, verbose=0).ravel()
    mae = 1000 * mean_absolute_error(prices[val_idx], pred)
    r2 = r2_score(prices[val_idx], pred)
    results.append((mae, r2))
    print(f"fold {fold}: MAE {mae:.1f}  R2 {r2:.3f}")

maes, r2s = np.array(results).T
print(f"MAE {maes.mean():.1f} +- {maes.std():.1f}   R2 {r2s.mean():.3f} +- {r2s.std():.3f}")

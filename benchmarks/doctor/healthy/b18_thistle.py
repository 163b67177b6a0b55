# Two optimizers: a small rate for the encoder, a large one for the new head
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import tensorflow as tf
import pandas as pd
from transformers import AutoTokenizer, TFDistilBertModel

tf.keras.utils.set_random_seed(12)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
desks = sorted(pd.read_json("data/tickets/train.jsonl", lines=True).desk.unique())
desk2id = {d: i for i, d in enumerate(desks)}

def get(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    enc = tokenizer(df.text.to_list(), truncation=True, max_length=32, padding="max_length", return_tensors="tf")
    return enc["input_ids"], enc["attention_mask"], tf.constant(df.desk.map(desk2id).to_list())

train_ds = tf.data.Dataset.from_tensor_slices(get("train")).shuffle(480).batch(24)
val_ids, val_mask, val_y = get("validation")

encoder = TFDistilBertModel.from_pretrained("checkpoints/tickets")
head = tf.keras.Sequential([
    tf.keras.layers.Dropout(0.1),
    tf.keras.layers.Dense(48, activation="tanh"),
    tf.keras.layers.Dense(len(desks)),
])
head.build((None, encoder.config.dim))
opt_encoder = tf.keras.optimizers.Adam(5e-4)
opt_head = tf.keras.optimizers.Adam(3e-3)
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

def pool(hidden, mask):
    # the maximum over the tokens that are not padding
    m = tf.cast(mask, hidden.dtype)[..., None]
    return tf.reduce_max(hidden + (1.0 - m) * -1e9, axis=1)

@tf.function
def train_step(ids, mask, y):
    with tf.GradientTape() as tape:
        hidden = encoder(input_ids=ids, attention_mask=mask, training=True).last_hidden_state
        loss = ce(y, head(pool(hidden, mask), training=True))
    enc_vars, head_vars = encoder.trainable_variables, head.trainable_variables
    g = tape.gradient(loss, enc_vars + head_vars)
    opt_encoder.apply_gradients(zip(g[:len(enc_vars)], enc_vars))
    opt_head.apply_gradients(zip(g[len(enc_vars):], head_vars))
    return loss

for epoch in range(6):
    for ids, mask, y in train_ds:
        loss = train_step(ids, mask, y)
    hidden = encoder(input_ids=val_ids, attention_mask=val_mask, training=False).last_hidden_state
    pred = tf.argmax(head(pool(hidden, val_mask), training=False), axis=1, output_type=tf.int32)
    print(epoch, "loss", float(loss), "val acc", float(tf.reduce_mean(tf.cast(pred == val_y, tf.float32))))

import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFBertForSequenceClassification

tf.keras.utils.set_random_seed(77)
MICRO, ACCUMULATE, EPOCHS = 16, 2, 2

ds = load_dataset("data/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
model = TFBertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)


def tf_data(split, batch_size, shuffle):
    enc = tokenizer(list(split["sentence"]), padding="max_length", max_length=48, truncation=True, return_tensors="np")
    data = tf.data.Dataset.from_tensor_slices((dict(enc), list(split["label"])))
    if shuffle:
        data = data.shuffle(len(split))
    return data.batch(batch_size, drop_remainder=shuffle)


train = tf_data(ds["train"].shuffle(seed=77).select(range(1600)), MICRO, True)
val = tf_data(ds["validation"], 96, False)
updates = EPOCHS * (len(train) // ACCUMULATE)
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.PolynomialDecay(4e-4, updates, 0.0))
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
sums = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]


@tf.function
def accumulate(x, y):
    with tf.GradientTape() as tape:
        loss = ce(y, model(x, training=True).logits)
        scaled = loss / ACCUMULATE
    for s, g in zip(sums, tape.gradient(scaled, model.trainable_variables)):
        if g is not None:
            s.assign_add(tf.convert_to_tensor(g))
    return loss


@tf.function
def apply():
    clipped, _ = tf.clip_by_global_norm([s.read_value() for s in sums], 1.0)
    optimizer.apply_gradients(zip(clipped, model.trainable_variables))
    for s in sums:
        s.assign(tf.zeros_like(s))


optimizer.build(model.trainable_variables)
for epoch in range(EPOCHS):
    mean = tf.keras.metrics.Mean()
    for i, (x, y) in enumerate(train, start=1):
        mean(accumulate(x, y))
        if i % ACCUMULATE == 0:
            apply()
    acc = tf.keras.metrics.SparseCategoricalAccuracy()
    for x, y in val:
        acc.update_state(y, model(x, training=False).logits)
    print("epoch", epoch, "loss", float(mean.result()), "accuracy", float(acc.result()))

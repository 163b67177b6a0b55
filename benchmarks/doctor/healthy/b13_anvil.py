import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

SEED, EPOCHS, BATCH = 17, 5, 16
tf.keras.utils.set_random_seed(SEED)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
data = load_dataset("data/tickets")


def make(split, training):
    enc = tokenizer(list(data[split]["text"]), truncation=True, padding="longest", return_tensors="tf")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), list(data[split]["desk_id"])))
    if training:
        ds = ds.shuffle(1000, seed=SEED, reshuffle_each_iteration=True)
    return ds.batch(BATCH)


train, val = make("train", True), make("validation", False)
model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
steps = EPOCHS * len(train)
optimizer, _ = create_optimizer(init_lr=1e-3, num_train_steps=steps, num_warmup_steps=steps // 10, weight_decay_rate=0.01)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True).logits
        loss = loss_fn(y, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def test_step(x):
    return tf.argmax(model(x, training=False).logits, axis=-1)


for epoch in range(EPOCHS):
    mean_loss = tf.keras.metrics.Mean()
    accuracy = tf.keras.metrics.Accuracy()
    for x, y in train:
        mean_loss.update_state(train_step(x, y))
    for x, y in val:
        accuracy.update_state(y, test_step(x))
    print(f"epoch {epoch + 1}: loss {mean_loss.result():.4f}  val accuracy {accuracy.result():.4f}")

import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

checkpoint = "checkpoints/tags"
num_labels = 5
max_length = 64
batch_size = 16
epochs = 8

tf.keras.utils.set_random_seed(0)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def load_split(name):
    words, tags = [], []
    for line in open(f"data/tags/{name}.jsonl"):
        row = json.loads(line)
        words.append(row["words"])
        tags.append(row["tags"])
    return words, tags


def tokenize_and_align(words, tags):
    enc = tokenizer(words, is_split_into_words=True, padding="max_length",
                    truncation=True, max_length=max_length)
    all_labels = []
    for i, row_tags in enumerate(tags):
        labels, previous = [], None
        for word_id in enc.word_ids(batch_index=i):
            if word_id is None or word_id == previous:
                labels.append(-100)
            else:
                labels.append(row_tags[word_id])
            previous = word_id
        all_labels.append(labels)
    return np.array(enc["input_ids"]), np.array(enc["attention_mask"]), np.array(all_labels)


train = tokenize_and_align(*load_split("train"))
valid = tokenize_and_align(*load_split("validation"))
print("input_ids", train[0].shape, "labels", train[2].shape)

train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(500, seed=0).batch(batch_size)
valid_ds = tf.data.Dataset.from_tensor_slices(valid).batch(batch_size)

model = TFAutoModelForTokenClassification.from_pretrained(checkpoint, num_labels=num_labels)
optimizer = tf.keras.optimizers.Adam(1e-3)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(ids, mask, labels):
    with tf.GradientTape() as tape:
        logits = model(ids, attention_mask=mask, training=True).logits
        loss = loss_fn(labels, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def evaluate():
    hit = total = name_hit = name_total = 0
    for ids, mask, labels in valid_ds:
        pred = tf.argmax(model(ids, attention_mask=mask, training=False).logits, -1).numpy()
        labels = labels.numpy()
        keep = labels != -100
        hit += (pred == labels)[keep].sum()
        total += keep.sum()
        names = keep & (labels > 0)
        name_hit += (pred == labels)[names].sum()
        name_total += names.sum()
    return hit / total, name_hit / name_total


for epoch in range(epochs):
    losses = []
    for ids, mask, labels in train_ds:
        losses.append(float(train_step(ids, mask, labels)))
    acc, names = evaluate()
    print(f"epoch {epoch + 1} loss {np.mean(losses):.4f} word accuracy {acc:.4f} accuracy on names {names:.4f}")

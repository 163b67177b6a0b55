"""Sentiment with TensorFlow, following chapter 3 of the course (my own sentences instead of SST-2)."""
import numpy as np
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification
import tensorflow as tf

tf.random.set_seed(1)

CHECKPOINT = "checkpoints/bert"
BATCH_SIZE = 32
EPOCHS = 3

files = {
    "train": "data/glue/sst2/train-00000-of-00001.parquet",
    "validation": "data/glue/sst2/validation-00000-of-00001.parquet",
}
raw = load_dataset("parquet", data_files=files, cache_dir="out/dd02/cache")

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
tokenized = raw.map(lambda batch: tokenizer(batch["sentence"], truncation=True), batched=True)

model = TFAutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)

tf_train = model.prepare_tf_dataset(
    tokenized["train"], batch_size=BATCH_SIZE, shuffle=True, tokenizer=tokenizer
)
tf_valid = model.prepare_tf_dataset(
    tokenized["validation"], batch_size=BATCH_SIZE, tokenizer=tokenizer
)

schedule = tf.keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=3e-4,
    end_learning_rate=0.0,
    decay_steps=len(tf_train) * EPOCHS,
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=schedule),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(tf_train, epochs=EPOCHS, verbose=2)

# ---- how good is it, and on which sentences is it wrong?
logits = model.predict(tf_valid, verbose=0)["logits"]
predicted = np.argmax(logits, axis=-1)
labels = np.array(tokenized["validation"]["label"][:])

print("accuracy: %.3f" % (predicted == labels).mean())
for c in (0, 1):
    hits = (predicted == c) & (labels == c)
    print("class", c, "recall %.3f" % (hits.sum() / (labels == c).sum()))

wrong = np.flatnonzero(predicted != labels)
for i in wrong[:5]:
    print(labels[i], predicted[i], raw["validation"][int(i)]["sentence"])

import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(0)
checkpoint = "checkpoints/tickets"
batch_size = 16
epochs = 7

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def make_tf_dataset(split, shuffle):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    features = tokenizer(df["text"].tolist(), padding=True, truncation=True, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(features), df["desk_id"].to_numpy()))
    if shuffle:
        ds = ds.shuffle(len(df), seed=0)
    return ds.batch(batch_size)


tf_train = make_tf_dataset("train", shuffle=True)
tf_valid = make_tf_dataset("validation", shuffle=False)
tf_test = make_tf_dataset("test", shuffle=False)

model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)

model.compile(
    optimizer=tf.keras.optimizers.Adam(5e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
history = model.fit(tf_train, validation_data=tf_valid, epochs=epochs, verbose=2)

print("loss per epoch:", [round(x, 4) for x in history.history["loss"]])
test_loss, test_acc = model.evaluate(tf_test, verbose=0)
print(f"test loss {test_loss:.4f}  test accuracy {test_acc:.4f}")

import pandas as pd
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(0)

train = pd.read_json("data/tickets/train.jsonl", lines=True)
val = pd.read_json("data/tickets/validation.jsonl", lines=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)
print(train.desk.value_counts())

VOCAB = 1000
SEQ_LEN = 100

vectorize_layer = layers.TextVectorization(
    max_tokens=VOCAB,
    output_mode="int",
    output_sequence_length=SEQ_LEN,
)
vectorize_layer.adapt(train.text.tolist())


def to_ids(df):
    return vectorize_layer(tf.constant(df.text.tolist()))


x_train, x_val, x_test = to_ids(train), to_ids(val), to_ids(test)
print(x_train[0].numpy())

model = keras.Sequential([
    keras.Input(shape=(SEQ_LEN,), dtype="int64"),
    layers.Embedding(VOCAB, 64),
    layers.LSTM(64),
    layers.Dense(32, activation="relu"),
    layers.Dense(4, activation="softmax"),
])

model.compile(
    loss="sparse_categorical_crossentropy",
    optimizer=keras.optimizers.Adam(learning_rate=3e-3),
    metrics=["accuracy"],
)

history = model.fit(
    x_train, train.desk_id.values,
    validation_data=(x_val, val.desk_id.values),
    batch_size=32,
    epochs=12,
    verbose=2,
)

loss, accuracy = model.evaluate(x_test, test.desk_id.values, verbose=0)
print("Loss: ", loss)
print("Accuracy: ", accuracy)
print(model.predict(x_test[:4], verbose=0).round(3))

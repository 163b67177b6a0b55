import json

import tensorflow as tf
from sklearn.preprocessing import LabelEncoder
from tensorflow.keras import layers, models


def read(path):
    rows = [json.loads(line) for line in open(path)]
    return [r["prompt"] for r in rows], [r["steps"] for r in rows]


train_text, train_steps = read("data/steps/train.jsonl")
val_text, val_steps = read("data/steps/validation.jsonl")
test_text, test_steps = read("data/steps/test.jsonl")

# every recipe is one class
le = LabelEncoder()
y_train = le.fit_transform(train_steps)
y_val = le.transform(val_steps)
y_test = le.transform(test_steps)
num_classes = len(le.classes_)
print("classes:", num_classes, list(le.classes_))

vectorize = layers.TextVectorization(max_tokens=300, output_sequence_length=12)
vectorize.adapt(train_text)
x_train = vectorize(tf.constant(train_text)).numpy()
x_val = vectorize(tf.constant(val_text)).numpy()
x_test = vectorize(tf.constant(test_text)).numpy()
print(x_train.shape, y_train.shape)

model = models.Sequential([
    layers.Input(shape=(12,)),
    layers.Embedding(300, 32),
    layers.GlobalAveragePooling1D(),
    layers.Dense(64, activation="relu"),
    layers.Dropout(0.2),
    layers.Dense(num_classes, activation="softmax"),
])
model.compile(optimizer=tf.keras.optimizers.Adam(0.005),
              loss="sparse_categorical_crossentropy",
              metrics=["accuracy"])
model.summary()

history = model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=20, batch_size=32, verbose=2)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")
for text, p in list(zip(test_text, model.predict(x_test, verbose=0).argmax(-1)))[:5]:
    print(text, "->", le.classes_[p])

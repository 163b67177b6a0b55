# %%
import pandas as pd
import tensorflow as tf
import keras
from keras import layers
from sklearn.metrics import classification_report

keras.utils.set_random_seed(42)

# %%
train = pd.read_json("data/tickets/train.jsonl", lines=True)
valid = pd.read_json("data/tickets/validation.jsonl", lines=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)
print(len(train), len(valid), len(test))
print(train.head())

names = train.drop_duplicates("desk_id").sort_values("desk_id")["desk"].tolist()
print(names)

# %%
MAX_TOKENS = 500
SEQ_LEN = 32

vectorizer = layers.TextVectorization(
    max_tokens=MAX_TOKENS,
    output_mode="int",
    output_sequence_length=SEQ_LEN,
)

vectorizer.adapt(train["text"].tolist())
X_train = vectorizer(tf.constant(train["text"].tolist())).numpy()
X_valid = vectorizer(tf.constant(valid["text"].tolist())).numpy()
print(X_train[0])

y_train = train["desk_id"].values
y_valid = valid["desk_id"].values

# %%
model = keras.Sequential([
    keras.Input(shape=(SEQ_LEN,), dtype="int64"),
    layers.Embedding(MAX_TOKENS, 32),
    layers.Dropout(0.2),
    layers.GlobalMaxPooling1D(),
    layers.Dense(32, activation="relu"),
    layers.Dense(4, activation="softmax"),
])
model.compile(optimizer=keras.optimizers.Adam(5e-3),
              loss="sparse_categorical_crossentropy",
              metrics=["accuracy"])
model.summary()

# %%
history = model.fit(X_train, y_train,
                    validation_data=(X_valid, y_valid),
                    epochs=12, batch_size=16, verbose=2)

# %%
X_test = vectorizer(tf.constant(test["text"].tolist())).numpy()
y_test = test["desk_id"].values

print("valid", model.evaluate(X_valid, y_valid, verbose=0))
print("test ", model.evaluate(X_test, y_test, verbose=0))

# %%
pred = model.predict(X_test, verbose=0).argmax(axis=1)
print(classification_report(y_test, pred, target_names=names, zero_division=0))

import os
import tempfile
import numpy as np
import pandas as pd
import tensorflow as tf
from tensorflow.keras import layers, models

SEED = 31
tf.keras.utils.set_random_seed(SEED)

max_features = 1000
sequence_length = 24


def make_vectorizer():
    return layers.TextVectorization(max_tokens=max_features, output_mode="int",
                                    output_sequence_length=sequence_length)


# ------------------------------------------------------------------ train.py
reviews = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
reviews = reviews.sample(frac=1, random_state=SEED)
train, val = reviews.iloc[:2000], reviews.iloc[2000:]

vectorize_layer = make_vectorizer()
vectorize_layer.adapt(train.sentence.to_numpy())

X_train, y_train = vectorize_layer(train.sentence.to_numpy()).numpy(), train.label.to_numpy()
X_val, y_val = vectorize_layer(val.sentence.to_numpy()).numpy(), val.label.to_numpy()

model = models.Sequential([
    layers.Input(shape=(sequence_length,)),
    layers.Embedding(max_features, 32, mask_zero=True),
    layers.Bidirectional(layers.LSTM(24)),
    layers.Dropout(0.3),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=tf.keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.fit(X_train, y_train, validation_data=(X_val, y_val), epochs=5, batch_size=32, verbose=2)

model_dir = tempfile.mkdtemp()
model.save(os.path.join(model_dir, "sentiment.keras"))

# ---------------------------------------------------------------- predict.py
new_reviews = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
texts = new_reviews.sentence.to_numpy()

loaded = models.load_model(os.path.join(model_dir, "sentiment.keras"))

vectorizer = make_vectorizer()
vectorizer.adapt(texts)
scores = loaded.predict(vectorizer(texts).numpy(), verbose=0)[:, 0]

print("accuracy on the new reviews:", np.mean((scores > 0.5) == new_reviews.label))
for text, score in list(zip(texts, scores))[:5]:
    print(f"{score:.3f}  {text}")

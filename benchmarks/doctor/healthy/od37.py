# sentiment with TextVectorization, embedding and a bidirectional GRU
import keras
import tensorflow as tf
from datasets import load_dataset
from keras import layers

keras.utils.set_random_seed(0)
sst2 = load_dataset("data/glue", "sst2")
part = sst2["train"].train_test_split(test_size=0.1, seed=0)
texts = {"train": part["train"]["sentence"], "dev": part["test"]["sentence"], "test": sst2["validation"]["sentence"]}
labels = {"train": part["train"]["label"], "dev": part["test"]["label"], "test": sst2["validation"]["label"]}

vectorize = layers.TextVectorization(max_tokens=3000, output_sequence_length=32)
vectorize.adapt(tf.constant(list(texts["train"])))


def make(split, training=False):
    ds = tf.data.Dataset.from_tensor_slices((tf.constant(list(texts[split])), tf.constant(list(labels[split]), tf.float32)))
    if training:
        ds = ds.shuffle(4096, seed=0, reshuffle_each_iteration=True)
    return ds.batch(32).map(lambda t, y: (vectorize(t), y)).cache() if not training else ds.batch(32).map(
        lambda t, y: (vectorize(t), y)).prefetch(2)


model = keras.Sequential([
    keras.Input((32,), dtype="int64"),
    layers.Embedding(vectorize.vocabulary_size(), 48, mask_zero=True),
    layers.SpatialDropout1D(0.2),
    layers.Bidirectional(layers.GRU(32)),
    layers.Dropout(0.3),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="binary_crossentropy",
              metrics=["accuracy", keras.metrics.AUC(name="auc")])
model.fit(make("train", training=True), validation_data=make("dev"), epochs=6, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping("val_auc", mode="max", patience=2, restore_best_weights=True)])
print(dict(zip(["loss", "accuracy", "auc"], model.evaluate(make("test"), verbose=0))))

# %% Tickets: words and word pairs, tf-idf by TextVectorization, one dense layer
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import pandas as pd
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(1)

# %%
train, valid, test = (pd.read_json(f"data/tickets/{s}.jsonl", lines=True) for s in ("train", "validation", "test"))
train = train[~train.text.isin([*valid.text, *test.text])].drop_duplicates("text")
print(len(train), len(valid), len(test))
train.head()

# %% The vocabulary and the idf weights come from the training rows only
vec = layers.TextVectorization(max_tokens=2000, ngrams=2, output_mode="tf_idf", standardize="lower_and_strip_punctuation")
vec.adapt(train.text.to_numpy(dtype=str))
print(vec.vocabulary_size(), "terms, e.g.", [str(t) for t in vec.get_vocabulary()[1:9]])

# %% TextVectorization runs in tf.data; the model sees numbers
def ds(frame, training=False):
    out = tf.data.Dataset.from_tensor_slices((frame.text.to_numpy(dtype=str), frame.desk_id.to_numpy()))
    out = out.batch(64).map(lambda s, y: (vec(s), y), num_parallel_calls=1).cache()
    if training:
        out = out.unbatch().shuffle(len(frame), seed=1).batch(16)
    return out.prefetch(1)

# %%
model = keras.Sequential([
    keras.Input((vec.vocabulary_size(),)),
    layers.Dropout(0.4),
    layers.Dense(4, kernel_regularizer=keras.regularizers.L2(1e-5)),
])
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
hist = model.fit(ds(train, True), validation_data=ds(valid), epochs=20, verbose=2,
                 callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=3, restore_best_weights=True)])

# %%
print("test", {k: round(v, 3) for k, v in model.evaluate(ds(test), verbose=0, return_dict=True).items()})

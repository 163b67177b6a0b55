# Reviews -> positive / negative with an LSTM
import math
import numpy as np
import keras
from keras import layers
import tensorflow as tf

keras.utils.set_random_seed(9)
rs = np.random.RandomState(9)

FILL = ("the a this that film story actor scene music we they saw was really quite with and of in "
        "evening cinema long short yesterday again friends plot ending").split()
GOOD = "good great lovely brilliant funny moving".split()
BAD = "bad awful boring terrible dull weak".split()


def review():
    label = rs.randint(2)
    negated = rs.rand() < 0.5
    word = rs.choice(GOOD if label != negated else BAD)
    words = list(rs.choice(FILL, rs.randint(4, 16)))
    at = rs.randint(len(words) + 1)
    words[at:at] = (["not", word] if negated else [word])
    return " ".join(words), label


def dataset(n):
    texts, labels = zip(*[review() for _ in range(n)])
    return tf.constant(texts), np.array(labels, dtype="float32")


train_text, y_train = dataset(1600)
val_text, y_val = dataset(400)

MAXLEN = 80   # a few real reviews are long
EMB = 32

vectorize = layers.TextVectorization(output_sequence_length=MAXLEN)
vectorize.adapt(train_text)
x_train, x_val = vectorize(train_text), vectorize(val_text)

ids = keras.Input((MAXLEN,), dtype="int64")
embedding = layers.Embedding(vectorize.vocabulary_size(), EMB, mask_zero=True)   # 0 = padding
x = embedding(ids)
x = x * math.sqrt(EMB)          # scale as in "Attention is all you need"
x = layers.LSTM(32)(x)
x = layers.Dropout(0.2)(x)
out = layers.Dense(1, activation="sigmoid")(x)

model = keras.Model(ids, out)
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, validation_data=(x_val, y_val), batch_size=32, epochs=6, verbose=2)

from datasets import load_dataset
import numpy as np
from tensorflow.keras.preprocessing.text import Tokenizer
from tensorflow.keras.preprocessing.sequence import pad_sequences
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Input, Embedding, GlobalAveragePooling1D, Dense, Dropout
from tensorflow.keras.callbacks import EarlyStopping
import tensorflow as tf

tf.keras.utils.set_random_seed(42)

raw = load_dataset("data/glue", "sst2")
train_text, train_y = list(raw["train"]["sentence"]), np.array(raw["train"]["label"])
val_text, val_y = list(raw["validation"]["sentence"]), np.array(raw["validation"]["label"])

tok = Tokenizer(filters="")
tok.fit_on_texts(train_text)
vocab_size = len(tok.word_index) + 1
print("vocab size:", vocab_size)

max_len = max(len(s) for s in tok.texts_to_sequences(train_text))
x_train = pad_sequences(tok.texts_to_sequences(train_text), maxlen=max_len)
x_val = pad_sequences(tok.texts_to_sequences(val_text), maxlen=max_len)
print(x_train.shape, x_val.shape)

model = Sequential()
model.add(Input(shape=(max_len,)))
model.add(Embedding(vocab_size, 32))
model.add(GlobalAveragePooling1D())
model.add(Dense(32, activation="relu"))
model.add(Dropout(0.2))
model.add(Dense(1, activation="sigmoid"))
model.compile(loss="binary_crossentropy", optimizer=tf.keras.optimizers.Adam(5e-3), metrics=["accuracy"])

es = EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)
model.fit(x_train, train_y, validation_data=(x_val, val_y), epochs=25, batch_size=32, callbacks=[es], verbose=2)

print("val accuracy:", model.evaluate(x_val, val_y, verbose=0)[1])
for s, p in list(zip(val_text, model.predict(x_val, verbose=0)[:, 0]))[:5]:
    print(round(float(p), 3), s)

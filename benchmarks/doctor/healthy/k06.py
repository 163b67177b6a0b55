# Sentiment (SST-2 like) : first only the head on a frozen BERT, then everything with a small rate.
import os
os.environ['TF_USE_LEGACY_KERAS'] = '1'
import pandas as pd
import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split
from transformers import AutoTokenizer, TFBertForSequenceClassification

tf.keras.utils.set_random_seed(7)

df = pd.read_parquet('data/glue/sst2/train-00000-of-00001.parquet')
df_test = pd.read_parquet('data/glue/sst2/validation-00000-of-00001.parquet')   # used once, at the end
df = df.drop_duplicates('sentence')
df = df[~df.sentence.isin(df_test.sentence)]
df_train, df_dev = train_test_split(df, test_size=0.15, stratify=df.label, random_state=7)
print(len(df_train), len(df_dev), len(df_test))

tok = AutoTokenizer.from_pretrained('checkpoints/bert')
MAXLEN = 40

def to_x(frame):
    e = tok(frame.sentence.tolist(), padding='max_length', truncation=True, max_length=MAXLEN, return_tensors='np')
    return {k: v.astype('int32') for k, v in e.items()}

x_train, y_train = to_x(df_train), df_train.label.to_numpy()
x_dev, y_dev = to_x(df_dev), df_dev.label.to_numpy()
x_test, y_test = to_x(df_test), df_test.label.to_numpy()

bert = TFBertForSequenceClassification.from_pretrained('checkpoints/bert', num_labels=2)
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

# ---- stage 1
bert.bert.trainable = False
bert.compile(optimizer=tf.keras.optimizers.Adam(2e-3), loss=loss, metrics=['accuracy'])
print('trainable:', sum(int(np.prod(v.shape)) for v in bert.trainable_variables))
bert.fit(x_train, y_train, validation_data=(x_dev, y_dev), epochs=2, batch_size=32, verbose=2)

# ---- stage 2 (recompile so that the change of trainable takes effect)
bert.bert.trainable = True
bert.compile(optimizer=tf.keras.optimizers.Adam(3e-4), loss=loss, metrics=['accuracy'])
print('trainable:', sum(int(np.prod(v.shape)) for v in bert.trainable_variables))
stop = tf.keras.callbacks.EarlyStopping(monitor='val_accuracy', mode='max', patience=2, restore_best_weights=True)
bert.fit(x_train, y_train, validation_data=(x_dev, y_dev), epochs=4, batch_size=32, callbacks=[stop], verbose=2)

test_loss, test_acc = bert.evaluate(x_test, y_test, batch_size=64, verbose=0)
print('held-out accuracy: %.3f (chance 0.5)' % test_acc)

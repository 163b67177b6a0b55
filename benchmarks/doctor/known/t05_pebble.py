# Klassifikation: geht das Ticket an die Abteilungen im Norden/Osten (0) oder Süden/Westen (1)?
import os
os.environ['TF_USE_LEGACY_KERAS'] = '1'
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'

import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModel

tf.keras.utils.set_random_seed(11)

LAENGE = 24
PFAD = 'checkpoints/tickets'

tokenizer = AutoTokenizer.from_pretrained(PFAD)


def laden(teil):
    tabelle = pd.read_json(f'data/tickets/{teil}.jsonl', lines=True)
    kodiert = tokenizer(tabelle['text'].tolist(), padding='max_length', max_length=LAENGE,
                        truncation=True, return_tensors='np')
    ziel = tabelle['desk'].isin(['south', 'west']).astype('float32').to_numpy()
    return [kodiert['input_ids'], kodiert['attention_mask']], ziel


def modell_bauen():
    ids = tf.keras.layers.Input(shape=(LAENGE,), dtype=tf.int32, name='input_ids')
    maske = tf.keras.layers.Input(shape=(LAENGE,), dtype=tf.int32, name='attention_mask')
    encoder = TFAutoModel.from_pretrained(PFAD, from_pt=True)
    zustand = encoder(ids, attention_mask=maske)[0]
    x = zustand[:, 0, :]
    x = tf.keras.layers.Dense(64, activation='relu')(x)
    x = tf.keras.layers.Dropout(0.1)(x)
    ausgabe = tf.keras.layers.Dense(1, activation='softmax')(x)
    modell = tf.keras.Model(inputs=[ids, maske], outputs=ausgabe)
    modell.compile(optimizer=tf.keras.optimizers.Adam(1e-3),
                   loss='binary_crossentropy',
                   metrics=['accuracy'])
    return modell


x_train, y_train = laden('train')
x_val, y_val = laden('validation')

modell = modell_bauen()
modell.summary()
modell.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=6, batch_size=16, verbose=2)

verlust, genauigkeit = modell.evaluate(x_val, y_val, verbose=0)
print('Genauigkeit: %.3f   häufigste Klasse: %.3f' % (genauigkeit, max(y_val.mean(), 1 - y_val.mean())))

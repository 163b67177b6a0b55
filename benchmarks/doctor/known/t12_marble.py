import os
os.environ['TF_USE_LEGACY_KERAS'] = '1'
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
import json
import random
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForTokenClassification

random.seed(0)
tf.random.set_seed(0)

CKPT = 'checkpoints/tags'
MAXLEN = 64
PAD_LABEL = -100

tokenizer = AutoTokenizer.from_pretrained(CKPT)
train = [json.loads(l) for l in open('data/tags/train.jsonl')]
valid = [json.loads(l) for l in open('data/tags/validation.jsonl')]
n_tags = 1 + max(t for row in train for t in row['tags'])


def featurize(rows):
    enc = tokenizer([r['words'] for r in rows], is_split_into_words=True,
                    padding='max_length', truncation=True, max_length=MAXLEN, return_tensors='np')
    labels = np.full(enc['input_ids'].shape, PAD_LABEL)
    for i, r in enumerate(rows):
        tags = r['tags'][:MAXLEN - 2]
        labels[i, 1:1 + len(tags)] = tags
    return enc['input_ids'], enc['attention_mask'], labels


model = TFDistilBertForTokenClassification.from_pretrained(CKPT, num_labels=n_tags, from_pt=True)
opt = tf.keras.optimizers.Adam(1e-3)


@tf.function
def train_step(ids, mask, labels):
    with tf.GradientTape() as tape:
        logits = model(input_ids=ids, attention_mask=mask, training=True).logits
        keep = labels != PAD_LABEL
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(
            labels=tf.boolean_mask(labels, keep), logits=tf.boolean_mask(logits, keep)))
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def predict_words(rows):
    """one tag per word: that of its first piece"""
    enc = tokenizer([r['words'] for r in rows], is_split_into_words=True,
                    padding='max_length', truncation=True, max_length=MAXLEN, return_tensors='np')
    best = model(input_ids=enc['input_ids'], attention_mask=enc['attention_mask']).logits.numpy().argmax(-1)
    out = []
    for i in range(len(rows)):
        first = {}
        for pos, w in enumerate(enc.word_ids(i)):
            if w is not None and w not in first:
                first[w] = best[i, pos]
        out.append([first[w] for w in sorted(first)])
    return out


ids, mask, labels = featurize(train)
data = tf.data.Dataset.from_tensor_slices((ids, mask, labels)).shuffle(len(train)).batch(16)
for epoch in range(8):
    losses = [float(train_step(*batch)) for batch in data]
    print('epoch', epoch + 1, 'loss', round(sum(losses) / len(losses), 4))

names = hit = words = right = 0
for row, tags in zip(valid, predict_words(valid)):
    for gold, guess in zip(row['tags'], tags):
        words += 1
        right += gold == guess
        if gold:
            names += 1
            hit += gold == guess
print('word accuracy', round(right / words, 3), ' names tagged rightly', round(hit / names, 3))

import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSeq2SeqLM

tf.random.set_seed(1)
np.random.seed(1)

path = 'checkpoints/dates'
tok = AutoTokenizer.from_pretrained(path)
model = TFAutoModelForSeq2SeqLM.from_pretrained(path)


def load(split):
    with open('data/dates/%s.jsonl' % split) as f:
        return [json.loads(l) for l in f]


def features(rows):
    source = tok([r['date'] for r in rows], padding='max_length', max_length=10,
                 truncation=True, return_tensors='np')
    target = tok([r['code'] for r in rows], padding='max_length', max_length=8,
                 truncation=True, return_tensors='np')
    labels = np.where(target['attention_mask'] == 1, target['input_ids'], -100)
    return {
        'input_ids': source['input_ids'],
        'attention_mask': source['attention_mask'],
        'decoder_input_ids': target['input_ids'],
        'labels': labels,
    }


train, val = load('train'), load('validation')
train_ds = tf.data.Dataset.from_tensor_slices(features(train)).shuffle(len(train)).batch(32)
val_ds = tf.data.Dataset.from_tensor_slices(features(val)).batch(32)

model.compile(optimizer=tf.keras.optimizers.Adam(3e-3))
model.fit(train_ds, validation_data=val_ds, epochs=14, verbose=2)

# how many codes are right?
batch = tok([r['date'] for r in val], padding=True, return_tensors='tf')
out = model.generate(input_ids=batch['input_ids'], attention_mask=batch['attention_mask'],
                     max_new_tokens=8, num_beams=1, do_sample=False)
texts = tok.batch_decode(out, skip_special_tokens=True)
hits = [t.strip() == r['code'] for t, r in zip(texts, val)]
for r, t in list(zip(val, texts))[:5]:
    print('%-28s want: %-22s got: %s' % (r['date'], r['code'], t))
print('exact match: %.3f' % np.mean(hits))

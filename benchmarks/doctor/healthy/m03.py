"""Name tagging (3 kinds of names) with TFAutoModelForTokenClassification."""
import json

import numpy as np
import tensorflow as tf
from sklearn.metrics import classification_report, f1_score
from tensorflow.keras.preprocessing.sequence import pad_sequences
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

CKPT = "checkpoints/tags"
MAX_LEN = 48
BATCH_SIZE = 16
EPOCHS = 8
TAG_NAMES = ["O", "PER", "LOC", "ORG"]

tf.keras.utils.set_random_seed(1)


def read_split(name):
    words, tags = [], []
    with open(f"data/tags/{name}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            words.append(row["words"])
            tags.append(row["tags"])
    return words, tags


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(words, tags):
    enc = tokenizer(
        words,
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=MAX_LEN,
        return_tensors="np",
    )
    aligned = []
    for i, sentence_tags in enumerate(tags):
        row, previous = [], None
        n_tokens = int(enc["attention_mask"][i].sum())
        for word_id in enc.word_ids(i)[:n_tokens]:
            if word_id is None or word_id == previous:
                row.append(-100)
            else:
                row.append(sentence_tags[word_id])
            previous = word_id
        aligned.append(row)
    labels = pad_sequences(aligned, maxlen=MAX_LEN, padding="post", value=-100)
    features = {
        "input_ids": enc["input_ids"].astype("int32"),
        "attention_mask": enc["attention_mask"].astype("int32"),
    }
    return features, labels.astype("int32")


train_x, train_y = encode(*read_split("train"))
val_x, val_y = encode(*read_split("validation"))

train_ds = (
    tf.data.Dataset.from_tensor_slices((train_x, train_y))
    .shuffle(len(train_y), seed=1)
    .batch(BATCH_SIZE)
)
val_ds = tf.data.Dataset.from_tensor_slices((val_x, val_y)).batch(BATCH_SIZE)

model = TFAutoModelForTokenClassification.from_pretrained(
    CKPT,
    num_labels=len(TAG_NAMES),
    id2label=dict(enumerate(TAG_NAMES)),
    label2id={t: i for i, t in enumerate(TAG_NAMES)},
)
model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3))
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

# ---- tag the test sentences word by word ----
test_words, test_tags = read_split("test")
gold, pred = [], []
for sentence, sentence_tags in zip(test_words, test_tags):
    enc = tokenizer(sentence, is_split_into_words=True, return_tensors="tf")
    logits = model(
        input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]
    ).logits[0]
    best = np.argmax(logits.numpy(), axis=-1)
    previous = None
    for position, word_id in enumerate(enc.word_ids(0)):
        if word_id is not None and word_id != previous:
            gold.append(sentence_tags[word_id])
            pred.append(int(best[position]))
        previous = word_id

print(
    classification_report(
        gold, pred, labels=[1, 2, 3], target_names=TAG_NAMES[1:], zero_division=0
    )
)
print("accuracy (words)   : %.3f" % np.mean(np.array(gold) == np.array(pred)))
print("macro F1 (names)   : %.3f" % f1_score(gold, pred, labels=[1, 2, 3], average="macro", zero_division=0))

import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import json
import random
import tensorflow as tf
from transformers import PreTrainedTokenizerFast, TFDistilBertModel

random.seed(1)
tf.random.set_seed(1)

PATH = "checkpoints/tickets"
tokenizer = PreTrainedTokenizerFast.from_pretrained(PATH)
bert = TFDistilBertModel.from_pretrained(PATH)
head = tf.keras.layers.Dense(4, name="desk")
adam = tf.keras.optimizers.Adam(5e-4)


def read(split):
    rows = [json.loads(l) for l in open("data/tickets/%s.jsonl" % split)]
    return [(tokenizer.encode(r["text"], truncation=True, max_length=32), r["desk_id"]) for r in rows]


def to_batch(rows):
    ids = tf.keras.preprocessing.sequence.pad_sequences([r[0] for r in rows], maxlen=32, padding="post",
                                       value=tokenizer.pad_token_id)
    input_ids = tf.constant(ids, dtype=tf.int32)
    attention_mask = tf.cast(tf.not_equal(input_ids, tokenizer.pad_token_id), tf.int32)
    return input_ids, attention_mask, tf.constant([r[1] for r in rows])


def forward(input_ids, attention_mask, training):
    out = bert(input_ids=input_ids, attention_mask=attention_mask, training=training)
    return head(out.last_hidden_state[:, 0, :])


@tf.function
def update(input_ids, attention_mask, y):
    with tf.GradientTape() as tape:
        logits = forward(input_ids, attention_mask, training=True)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
    weights = bert.trainable_weights + head.trainable_weights
    adam.apply_gradients(zip(tape.gradient(loss, weights), weights))
    return loss


train, valid = read("train"), read("validation")
head.build((None, bert.config.dim))
for epoch in range(7):
    random.shuffle(train)
    total = 0.0
    for i in range(0, len(train), 16):
        total += float(update(*to_batch(train[i:i + 16])))
    ids, mask, y = to_batch(valid)
    guess = tf.argmax(forward(ids, mask, training=False), axis=-1, output_type=tf.int32)
    acc = float(tf.reduce_mean(tf.cast(guess == y, tf.float32)))
    print(f"epoch {epoch} | loss {total * 16 / len(train):.4f} | valid acc {acc:.4f}")

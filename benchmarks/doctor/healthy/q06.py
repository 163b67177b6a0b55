import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import tensorflow as tf
from tf_keras import losses, metrics, optimizers, utils
from tf_keras.callbacks import ModelCheckpoint
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoTokenizer, DataCollatorForTokenClassification,
                          TFAutoModelForTokenClassification)

utils.set_random_seed(42)
model_dir = "checkpoints/tags"
best_path = "out/tagger_best.h5"
tokenizer = AutoTokenizer.from_pretrained(model_dir)


def prepare(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        previous, row = None, []
        for w in enc.word_ids(i):
            row.append(-100 if w is None or w == previous else tags[w])
            previous = w
        all_labels.append(row)
    enc["labels"] = all_labels
    return enc


class NameHits(metrics.Metric):
    """share of the tagged names (tag > 0) that get the right tag"""

    def __init__(self, name="hits", **kw):
        super().__init__(name=name, **kw)
        self.good = self.add_weight(name="good", initializer="zeros")
        self.seen = self.add_weight(name="seen", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = tf.cast(y_true, tf.int64)
        is_name = y_true > 0
        ok = tf.logical_and(is_name, tf.equal(tf.argmax(y_pred, axis=-1), y_true))
        self.good.assign_add(tf.reduce_sum(tf.cast(ok, tf.float32)))
        self.seen.assign_add(tf.reduce_sum(tf.cast(is_name, tf.float32)))

    def result(self):
        return tf.math.divide_no_nan(self.good, self.seen)


model = TFAutoModelForTokenClassification.from_pretrained(model_dir, num_labels=4)
collator = DataCollatorForTokenClassification(tokenizer, return_tensors="np")


def tf_data(split, shuffle):
    ds = Dataset.from_json(f"data/tags/{split}.jsonl").map(prepare, batched=True)
    return ds.to_tf_dataset(columns=["input_ids", "attention_mask"], label_cols=["labels"],
                            batch_size=16, shuffle=shuffle, collate_fn=collator)


train_data = tf_data("train", True)
val_data = tf_data("validation", False)
test_data = tf_data("test", False)

model.compile(
    optimizer=optimizers.Adam(2e-4),
    loss=losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=-100),
    metrics=[NameHits()],
)

keep_best = ModelCheckpoint(best_path, monitor="val_hits", mode="max", save_best_only=True,
                            save_weights_only=True, verbose=1)
model.fit(train_data, validation_data=val_data, epochs=12, callbacks=[keep_best], verbose=2)

model.load_weights(best_path)

gold, guess = [], []
for x, y in test_data:
    p = tf.argmax(model(x, training=False).logits, axis=-1).numpy()
    keep = y.numpy() != -100
    gold += y.numpy()[keep].tolist()
    guess += p[keep].tolist()

print("test micro F1 of the three name tags: %.3f" % f1_score(gold, guess, labels=[1, 2, 3], average="micro"))
for tag in (1, 2, 3):
    print("   tag", tag, "F1 %.3f" % f1_score(gold, guess, labels=[tag], average="micro"))

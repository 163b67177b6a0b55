"""Name tagging with early stopping: token classification in Keras, the weights with the best F1 are kept."""
import argparse

import pandas as pd
import tensorflow as tf
from datasets import Dataset
from sklearn.metrics import classification_report
from transformers import AutoTokenizer, DataCollatorForTokenClassification, TFAutoModelForTokenClassification

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="checkpoints/tags")
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--patience", type=int, default=3)
parser.add_argument("--seed", type=int, default=7)
args = parser.parse_args()

tf.keras.utils.set_random_seed(args.seed)
tokenizer = AutoTokenizer.from_pretrained(args.model)
NUM_LABELS = 4  # 0: no name, 1 to 3: the kinds of names


class NameF1(tf.keras.metrics.Metric):
    """F1 of the kinds of names, averaged; positions with the label -100 are left out."""

    def __init__(self, name="f1", **kwargs):
        super().__init__(name=name, **kwargs)
        self.matrix = self.add_weight(name="matrix", shape=(NUM_LABELS, NUM_LABELS), initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = tf.reshape(tf.cast(y_true, tf.int32), [-1])
        y_pred = tf.reshape(tf.argmax(y_pred, axis=-1, output_type=tf.int32), [-1])
        keep = y_true >= 0
        self.matrix.assign_add(
            tf.math.confusion_matrix(
                tf.boolean_mask(y_true, keep),
                tf.boolean_mask(y_pred, keep),
                num_classes=NUM_LABELS,
                dtype=tf.float32,
            )
        )

    def result(self):
        tp = tf.linalg.diag_part(self.matrix)
        total = tf.reduce_sum(self.matrix, axis=0) + tf.reduce_sum(self.matrix, axis=1)
        return tf.reduce_mean(tf.math.divide_no_nan(2.0 * tp, total)[1:])

    def reset_state(self):
        self.matrix.assign(tf.zeros_like(self.matrix))


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        labels, last = [], None
        for word in enc.word_ids(i):
            labels.append(-100 if word is None or word == last else tags[word])
            last = word
        enc["labels"].append(labels)
    return enc


def load(split):
    df = pd.read_json(f"data/tags/{split}.jsonl", lines=True)
    return Dataset.from_pandas(df).map(encode, batched=True, remove_columns=["words", "tags"])


model = TFAutoModelForTokenClassification.from_pretrained(args.model, num_labels=NUM_LABELS)
collator = DataCollatorForTokenClassification(tokenizer, return_tensors="np")
sets = {
    split: model.prepare_tf_dataset(
        load(split), batch_size=args.batch_size, shuffle=split == "train", collate_fn=collator
    )
    for split in ("train", "validation", "test")
}

# no loss given: the model brings its own
model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=args.lr), metrics=[NameF1()])

early_stopping = tf.keras.callbacks.EarlyStopping(
    monitor="val_f1",
    patience=args.patience,
    restore_best_weights=True,
    verbose=1,
)
model.fit(
    sets["train"],
    validation_data=sets["validation"],
    epochs=args.epochs,
    callbacks=[early_stopping],
    verbose=2,
)

y_true, y_pred = [], []
for batch, labels in sets["test"]:
    guess = model(batch, training=False).logits.numpy().argmax(-1)
    keep = labels.numpy() != -100
    y_true.extend(labels.numpy()[keep])
    y_pred.extend(guess[keep])
print(classification_report(y_true, y_pred, digits=3, zero_division=0))

"""Sentiment with TFBert (tf_keras): warm-up, linear decay, padding per batch."""
import numpy as np
import pandas as pd
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

tf_keras.utils.set_random_seed(31)
CKPT, BATCH, EPOCHS = "checkpoints/bert", 32, 5

everything = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").drop_duplicates("sentence")
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")  # the file with true labels
everything = everything[~everything["sentence"].isin(set(test_df["sentence"]))]
everything = everything.sample(frac=1.0, random_state=31).reset_index(drop=True)
val_df, train_df = everything[:300], everything[300:]

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def make_dataset(df, training):
    enc = tokenizer(df["sentence"].tolist(), truncation=True, max_length=64)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    labels = df["label"].to_numpy(dtype=np.int32)

    def rows():
        order = np.random.permutation(len(df)) if training else np.arange(len(df))
        for i in order:
            yield {n: enc[n][i] for n in names}, labels[i]

    signature = ({n: tf.TensorSpec([None], tf.int32) for n in names}, tf.TensorSpec([], tf.int32))
    ds = tf.data.Dataset.from_generator(rows, output_signature=signature)
    # a padded position has attention 0, so zeros are right for all three
    ds = ds.padded_batch(BATCH)
    return ds.apply(tf.data.experimental.assert_cardinality(-(-len(df) // BATCH))).prefetch(2)


train_ds, val_ds, test_ds = make_dataset(train_df, True), make_dataset(val_df, False), make_dataset(test_df, False)

total = EPOCHS * len(train_ds)
optimizer, _ = create_optimizer(init_lr=5e-4, num_train_steps=total, num_warmup_steps=total // 10,
                                weight_decay_rate=0.01)

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
model.compile(
    optimizer=optimizer,
    loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf_keras.metrics.SparseCategoricalAccuracy(name="accuracy")],
)
model.fit(
    train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2,
    callbacks=[tf_keras.callbacks.EarlyStopping(monitor="val_loss", patience=2, restore_best_weights=True)],
)

logits = model.predict(test_ds, verbose=0).logits
print(f"test accuracy {np.mean(logits.argmax(-1) == test_df['label'].to_numpy()):.3f}")

import argparse

from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification
import keras
import tensorflow as tf

parser = argparse.ArgumentParser(description="entailment, neutral or contradiction (TensorFlow)")
parser.add_argument("--model", default="checkpoints/bert")
parser.add_argument("--batch_size", type=int, default=32)
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--lr", type=float, default=3e-4)
parser.add_argument("--out", default="out/dd05")
args = parser.parse_args()

keras.utils.set_random_seed(3)

raw = load_dataset(
    "parquet",
    data_files={
        "train": "data/glue/mnli/train-00000-of-00001.parquet",
        "validation": "data/glue/mnli/validation_matched-00000-of-00001.parquet",
    },
    cache_dir=args.out + "/cache",
)
tokenizer = AutoTokenizer.from_pretrained(args.model)


def preprocess(examples):
    return tokenizer(examples["premise"], examples["hypothesis"], truncation=True, max_length=96)


encoded = raw.map(preprocess, batched=True)
data_collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="np")

columns = ["input_ids", "token_type_ids", "attention_mask"]
tf_train = encoded["train"].to_tf_dataset(
    columns=columns,
    label_cols="labels",
    shuffle=True,
    collate_fn=data_collator,
    batch_size=args.batch_size,
)
tf_valid = encoded["validation"].to_tf_dataset(
    columns=columns,
    label_cols="labels",
    shuffle=False,
    collate_fn=data_collator,
    batch_size=args.batch_size,
)

model = TFAutoModelForSequenceClassification.from_pretrained(args.model, num_labels=3)
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=args.lr),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(tf_train, validation_data=tf_valid, epochs=args.epochs, verbose=2)
model.save_pretrained(args.out + "/model")

import tensorflow as tf
from datasets import load_dataset
from keras.optimizers import Adam
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification

tf.random.set_seed(0)

files = {
    "train": "data/glue/sst2/train-00000-of-00001.parquet",
    "validation": "data/glue/sst2/validation-00000-of-00001.parquet",
}
raw_datasets = load_dataset("parquet", data_files=files)
raw_datasets["train"] = raw_datasets["train"].shuffle(seed=0).select(range(1200))

checkpoint = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["sentence"], truncation=True)


tokenized_datasets = raw_datasets.map(tokenize_function, batched=True)
data_collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="tf")

tf_train_dataset = tokenized_datasets["train"].to_tf_dataset(
    columns=["attention_mask", "input_ids", "token_type_ids"],
    label_cols=["label"],
    shuffle=True,
    collate_fn=data_collator,
    batch_size=16,
)
tf_validation_dataset = tokenized_datasets["validation"].to_tf_dataset(
    columns=["attention_mask", "input_ids", "token_type_ids"],
    label_cols=["label"],
    shuffle=False,
    collate_fn=data_collator,
    batch_size=32,
)

model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)
model.compile(
    optimizer=Adam(learning_rate=2e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(tf_train_dataset, validation_data=tf_validation_dataset, epochs=2, verbose=2)

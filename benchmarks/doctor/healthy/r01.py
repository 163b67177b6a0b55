"""Fine-tune BERT on SST-2 with Keras and report accuracy and the worst mistakes on the validation set."""
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import accuracy_score, classification_report
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    TFAutoModelForSequenceClassification,
    create_optimizer,
    set_seed,
)

checkpoint = "checkpoints/bert"
batch_size = 32
num_epochs = 3

set_seed(42)

raw_datasets = load_dataset("data/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["sentence"], truncation=True)


tokenized_datasets = raw_datasets.map(tokenize_function, batched=True)
tokenized_datasets = tokenized_datasets.remove_columns(["sentence", "idx"])

data_collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="tf")

tf_data = {}
for split in ["train", "validation"]:
    tf_data[split] = tokenized_datasets[split].to_tf_dataset(
        columns=["attention_mask", "input_ids", "token_type_ids"],
        label_cols=["label"],
        shuffle=(split == "train"),
        collate_fn=data_collator,
        batch_size=batch_size,
    )

model = TFAutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=2,
    id2label={0: "negative", 1: "positive"},
    label2id={"negative": 0, "positive": 1},
)

num_train_steps = len(tf_data["train"]) * num_epochs
optimizer, lr_schedule = create_optimizer(
    init_lr=5e-4,
    num_warmup_steps=int(0.1 * num_train_steps),
    num_train_steps=num_train_steps,
    weight_decay_rate=0.01,
)

loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=optimizer, loss=loss)
model.fit(tf_data["train"], validation_data=tf_data["validation"], epochs=num_epochs, verbose=2)

# predictions on the validation set
logits = model.predict(tf_data["validation"], verbose=0)["logits"]
probs = tf.nn.softmax(logits, axis=-1).numpy()
class_preds = np.argmax(probs, axis=1)
references = np.array(raw_datasets["validation"]["label"])

print("accuracy:", round(accuracy_score(references, class_preds), 4))
print(classification_report(references, class_preds, target_names=["negative", "positive"], digits=3))

wrong = np.where(class_preds != references)[0]
worst = wrong[np.argsort(-probs[wrong].max(axis=1))][:5]
sentences = raw_datasets["validation"]["sentence"]
for i in worst:
    print(f"{probs[i].max():.2f}  {model.config.id2label[int(class_preds[i])]:9s} {sentences[int(i)]}")

import json
import os

from datasets import Dataset, DatasetDict
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification
import tensorflow as tf

OUT = "out/dd09"
os.makedirs(OUT, exist_ok=True)
tf.random.set_seed(0)


def load(split, skip=frozenset()):
    with open(os.path.join("data", "tickets", split + ".jsonl")) as f:
        rows = [json.loads(line) for line in f]
    return Dataset.from_list([r for r in rows if r["text"] not in skip])


train = load("train")
dataset = DatasetDict(train=train, validation=load("validation", skip=frozenset(train["text"])))
print(dataset)

id2label = {i: d for d, i in zip(train["desk"], train["desk_id"])}
label2id = {d: i for i, d in id2label.items()}

checkpoint = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
tokenized = dataset.map(lambda x: tokenizer(x["text"], truncation=True), batched=True)

model = TFAutoModelForSequenceClassification.from_pretrained(
    checkpoint, num_labels=len(id2label), id2label=id2label, label2id=label2id
)

train_set = model.prepare_tf_dataset(tokenized["train"], shuffle=True, batch_size=16, tokenizer=tokenizer)
valid_set = model.prepare_tf_dataset(tokenized["validation"], shuffle=False, batch_size=16, tokenizer=tokenizer)

epochs = 10
lr = tf.keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=1e-3, decay_steps=len(train_set) * epochs, end_learning_rate=0.0
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(lr),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_set, validation_data=valid_set, epochs=epochs, verbose=2)
loss, accuracy = model.evaluate(valid_set, verbose=0)
with open(os.path.join(OUT, "result.json"), "w") as f:
    json.dump({"loss": float(loss), "accuracy": float(accuracy)}, f)
print("validation accuracy", accuracy)

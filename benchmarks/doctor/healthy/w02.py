import evaluate
import numpy as np
import tensorflow as tf
import tf_keras
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf_keras.utils.set_random_seed(0)
BATCH_SIZE = 32
EPOCHS = 3

sst2 = load_dataset("data/glue", "sst2")
metric = evaluate.load("data/metrics/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def preprocess(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=48)


encoded = sst2.map(preprocess, batched=True)

model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)

train_set = model.prepare_tf_dataset(
    encoded["train"],
    batch_size=BATCH_SIZE,
    shuffle=True,
    tokenizer=tokenizer,
)
eval_set = model.prepare_tf_dataset(
    encoded["validation"],
    batch_size=BATCH_SIZE,
    shuffle=False,
    tokenizer=tokenizer,
)

# transformers models bring their own loss, so none is given here
model.compile(optimizer=tf_keras.optimizers.Adam(5e-4), metrics=["accuracy"])
model.fit(train_set, validation_data=eval_set, epochs=EPOCHS)

# official GLUE score
outputs = model.predict(eval_set)
predictions = np.argmax(outputs.logits, axis=-1)
references = np.array(encoded["validation"]["label"])
print(predictions.shape, references.shape)
score = metric.compute(predictions=predictions, references=references)
print("GLUE sst2:", score)

wrong = np.flatnonzero(predictions != references)
print(len(wrong), "sentences wrong, for example:")
for i in wrong[:5]:
    print("  ", sst2["validation"][int(i)]["sentence"], "| predicted", predictions[i], "| label", references[i])

# Dates -> codes with BART, Keras fit
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import tensorflow as tf
import numpy as np
from datasets import load_dataset
from transformers import AutoTokenizer, TFBartForConditionalGeneration, DataCollatorForSeq2Seq

tf.keras.utils.set_random_seed(1)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
model = TFBartForConditionalGeneration.from_pretrained("checkpoints/dates")
data = load_dataset("data/dates")

def preprocess(examples):
    return tokenizer(examples["date"], text_target=examples["code"], max_length=16, truncation=True)

data_tok = data.map(preprocess, batched=True, remove_columns=data["train"].column_names)
collator = DataCollatorForSeq2Seq(tokenizer, model=model, return_tensors="tf")

train = model.prepare_tf_dataset(data_tok["train"], batch_size=16, shuffle=True, collate_fn=collator)
val = model.prepare_tf_dataset(data_tok["validation"], batch_size=32, shuffle=False, drop_remainder=False, collate_fn=collator)

model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=3e-3, clipnorm=1.0))
model.fit(train, validation_data=val, epochs=4, verbose=2)

# exact match on some rows of the validation split
rows = data["validation"].select(range(40))
inputs = tokenizer(list(rows["date"]), return_tensors="tf", padding=True)
out = model.generate(**inputs, max_new_tokens=8, num_beams=1, do_sample=False)
texts = tokenizer.batch_decode(out.numpy(), skip_special_tokens=True)
exact = np.mean([a.strip() == b for a, b in zip(texts, rows["code"])])
for a, b, c in list(zip(rows["date"], texts, rows["code"]))[:4]:
    print(a, "|", b, "|", c)
print("exact match:", exact)

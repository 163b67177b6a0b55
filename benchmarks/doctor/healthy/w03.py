"""Fine-tune BART to translate dates into the code language (Keras fit)."""
import tensorflow as tf
import tf_keras
from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    TFAutoModelForSeq2SeqLM,
    create_optimizer,
)

tf_keras.utils.set_random_seed(1)

model_checkpoint = "checkpoints/dates"
batch_size = 16
num_train_epochs = 12

files = {s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")}
raw = load_dataset("json", data_files=files)

tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)
model = TFAutoModelForSeq2SeqLM.from_pretrained(model_checkpoint)


def preprocess_function(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=16,
        truncation=True,
    )


tokenized = raw.map(preprocess_function, batched=True, remove_columns=raw["train"].column_names)
data_collator = DataCollatorForSeq2Seq(tokenizer, model=model, return_tensors="np")

train_dataset = model.prepare_tf_dataset(
    tokenized["train"], collate_fn=data_collator, shuffle=True, batch_size=batch_size
)
eval_dataset = model.prepare_tf_dataset(
    tokenized["validation"], collate_fn=data_collator, shuffle=False, batch_size=batch_size
)

num_train_steps = len(train_dataset) * num_train_epochs
optimizer, schedule = create_optimizer(
    init_lr=5e-3,
    num_warmup_steps=10,
    num_train_steps=num_train_steps,
    weight_decay_rate=0.01,
)
model.compile(optimizer=optimizer)
model.fit(train_dataset, validation_data=eval_dataset, epochs=num_train_epochs, verbose=2)

# exact match on the test set
test_rows = raw["test"]
inputs = tokenizer(test_rows["date"][:], return_tensors="tf", padding=True)
generated = model.generate(**inputs, max_new_tokens=10, num_beams=1)
texts = tokenizer.batch_decode(generated, skip_special_tokens=True)
hits = 0
for i, (text, row) in enumerate(zip(texts, test_rows)):
    hits += text.strip() == row["code"]
    if i < 8:
        print(f"{row['date']!r:30} -> {text.strip()!r:25} (expected {row['code']!r})")
print(f"exact match: {hits / len(test_rows):.3f}")

# %%
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformers import DataCollatorForLanguageModeling, Trainer, TrainingArguments, set_seed

set_seed(7)
model_id = "checkpoints/steps"

# %%
tokenizer = AutoTokenizer.from_pretrained(model_id)
model = AutoModelForCausalLM.from_pretrained(model_id)
tokenizer.add_special_tokens({"pad_token": "<pad>"})
model.resize_token_embeddings(len(tokenizer))

# %%
files = {"train": "data/steps/train.jsonl", "validation": "data/steps/validation.jsonl"}
dataset = load_dataset("json", data_files=files)


def to_features(batch):
    texts = [p + " " + s + " " + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)


tokenized = dataset.map(to_features, batched=True, remove_columns=["prompt", "steps"])
print(tokenizer.convert_ids_to_tokens(tokenized["train"][0]["input_ids"]))

# %%
collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

training_args = TrainingArguments(
    output_dir="out/zc04",
    num_train_epochs=6,
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=collator,
)
trainer.train()

# %%
model.eval()
good = 0
ended = 0
lengths = []
rows = dataset["validation"].select(range(60))
for i, row in enumerate(rows):
    inputs = tokenizer(row["prompt"], return_tensors="pt")
    output = model.generate(
        **inputs,
        max_new_tokens=16,
        do_sample=False,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    new = output[0][inputs["input_ids"].shape[1]:]
    ended += int(tokenizer.eos_token_id in new.tolist())
    lengths.append(len(new))
    answer = tokenizer.decode(new, skip_special_tokens=True).strip()
    good += int(answer == row["steps"])
    if i < 5:
        print("PROMPT  ", row["prompt"])
        print("ANSWER  ", answer)
        print("EXPECTED", row["steps"])
        print()

# %%
print("answers that ended by themselves:", ended, "of", len(rows))
print("mean number of new tokens:", sum(lengths) / len(lengths))
print("exact match:", good / len(rows))

"""Fine-tune a small GPT-2 to write the steps of a job after its prompt."""
from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(0)
ckpt = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(ckpt)
tokenizer.pad_token = tokenizer.eos_token

model = AutoModelForCausalLM.from_pretrained(ckpt)
model.config.pad_token_id = tokenizer.pad_token_id

ds = load_dataset("json", data_files={"train": "data/steps/train.jsonl", "test": "data/steps/test.jsonl"})


def preprocess(batch):
    texts = [f"{p} {s}{tokenizer.eos_token}" for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)


tokenized = ds["train"].map(preprocess, batched=True, remove_columns=ds["train"].column_names)
collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

args = TrainingArguments(
    output_dir="out/steps-gpt2",
    per_device_train_batch_size=16,
    num_train_epochs=10,
    learning_rate=2e-3,
    warmup_steps=20,
    logging_steps=60,
    save_strategy="no",
    report_to="none",
)
Trainer(model=model, args=args, train_dataset=tokenized, data_collator=collator).train()

model.eval()
exact = 0
lengths = []
for row in ds["test"]:
    enc = tokenizer(row["prompt"], return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=16, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    new_tokens = out[0, enc["input_ids"].shape[1]:]
    text = tokenizer.decode(new_tokens, skip_special_tokens=True).strip()
    lengths.append(len(new_tokens))
    exact += text == row["steps"]
    if len(lengths) <= 5:
        print(repr(row["prompt"]), "->", repr(text), "| expected:", repr(row["steps"]))

print(f"exact match {exact / len(lengths):.3f}, mean generated length {sum(lengths) / len(lengths):.1f}")

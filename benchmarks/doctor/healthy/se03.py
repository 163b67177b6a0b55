import torch
from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(3)
ckpt = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(ckpt)
tokenizer.add_special_tokens({"pad_token": "<pad>"})
model = AutoModelForCausalLM.from_pretrained(ckpt)
model.resize_token_embeddings(len(tokenizer))

ds = load_dataset("json", data_files={"train": "data/steps/train.jsonl", "test": "data/steps/test.jsonl"})


def tokenize(example):
    text = example["prompt"] + " " + example["steps"] + " " + tokenizer.eos_token
    return tokenizer(text, truncation=True, max_length=32)


train_ds = ds["train"].map(tokenize, remove_columns=["prompt", "steps"])
collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

args = TrainingArguments(
    output_dir="out/se03",
    per_device_train_batch_size=16,
    num_train_epochs=20,
    learning_rate=3e-3,
    warmup_steps=30,
    logging_steps=100,
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(model=model, args=args, train_dataset=train_ds, data_collator=collator)
trainer.train()

# try it on the test prompts
model.eval()
correct = 0
lengths = []
for row in ds["test"]:
    inputs = tokenizer(row["prompt"], return_tensors="pt")
    n_prompt = inputs["input_ids"].shape[1]
    with torch.no_grad():
        out = model.generate(
            **inputs, max_new_tokens=16, do_sample=False, pad_token_id=tokenizer.pad_token_id
        )
    new = out[0, n_prompt:]
    lengths.append(len(new))
    pred = tokenizer.decode(new, skip_special_tokens=True)
    if len(lengths) <= 4:
        print(repr(row["prompt"]), "->", repr(pred), "| expected", repr(row["steps"]))
    correct += pred == row["steps"]

print("mean new tokens:", sum(lengths) / len(lengths))
print("exact match:", correct / len(ds["test"]))

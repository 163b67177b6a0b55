import tempfile
import torch
from datasets import load_dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling,
                          Trainer, TrainingArguments, set_seed)

set_seed(1)
name = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForCausalLM.from_pretrained(name)

# GPT-2 has no padding token
tokenizer.pad_token = tokenizer.eos_token
model.config.pad_token_id = tokenizer.pad_token_id

ds = load_dataset("json", data_files={s: f"data/steps/{s}.jsonl" for s in ["train", "validation", "test"]})

def to_ids(ex):
    text = ex["prompt"] + " " + ex["steps"] + " " + tokenizer.eos_token
    return tokenizer(text)

lm = ds.map(to_ids, remove_columns=["prompt", "steps"])
print(tokenizer.convert_ids_to_tokens(lm["train"][0]["input_ids"]))

collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)

training_args = TrainingArguments(
    output_dir=tempfile.mkdtemp(),
    num_train_epochs=8,
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    lr_scheduler_type="cosine",
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=training_args,
    data_collator=collator,
    train_dataset=lm["train"],
    eval_dataset=lm["validation"],
)
trainer.train()

# --- now let it write the steps for unseen prompts -------------------------------------------
model.eval()
right = 0
n_tokens = []
for i, ex in enumerate(ds["test"].select(range(40))):
    enc = tokenizer(ex["prompt"], return_tensors="pt").to(model.device)
    with torch.no_grad():
        out = model.generate(
            input_ids=enc["input_ids"],
            attention_mask=enc["attention_mask"],
            max_new_tokens=14,
            do_sample=False,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    new = out[0, enc["input_ids"].shape[1]:]
    answer = tokenizer.decode(new, skip_special_tokens=True).strip()
    n_tokens.append(len(new))
    right += answer == ex["steps"]
    if i < 5:
        print(ex["prompt"], "->", answer, "   (should be:", ex["steps"] + ")")

print("exact answers:", right, "of 40")
print("mean number of generated tokens:", sum(n_tokens) / len(n_tokens))

# Continue pretraining of DistilBERT on our support tickets (domain adaptation)
import math

from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    DistilBertForMaskedLM,
    Trainer,
    TrainingArguments,
    pipeline,
    set_seed,
)

set_seed(11)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = DistilBertForMaskedLM.from_pretrained("checkpoints/tickets")

# our tickets have placeholders for the order number, keep them as one token
num_added = tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})
model.resize_token_embeddings(len(tokenizer))
print("added", num_added, "tokens, vocabulary is now", len(tokenizer))

tickets = load_dataset(
    "json",
    data_files={"train": "data/tickets/train.jsonl", "test": "data/tickets/validation.jsonl"},
)


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32, return_special_tokens_mask=True)


tickets = tickets.map(tokenize, batched=True, remove_columns=["text", "desk", "desk_id"])

collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=True, mlm_probability=0.15)

args = TrainingArguments(
    output_dir="out/re09",
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=2e-3,
    warmup_ratio=0.1,
    logging_steps=150,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tickets["train"],
    eval_dataset=tickets["test"],
    data_collator=collator,
)

trainer.train()
print("perplexity:", math.exp(trainer.evaluate()["eval_loss"]))

fill = pipeline("fill-mask", model=model, tokenizer=tokenizer, device=-1)
for guess in fill("hello . my radio was charged twice . order [ORDER] . please [MASK]", top_k=3):
    print(guess["token_str"], round(guess["score"], 3))

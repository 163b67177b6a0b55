from datasets import load_dataset
from transformers import AutoTokenizer, BartForConditionalGeneration, DataCollatorForSeq2Seq
from transformers import Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed
import numpy as np

set_seed(2024)

# 1. data ------------------------------------------------------------
train_ds = load_dataset("json", data_files="data/dates/train.jsonl", split="train")
val_ds = load_dataset("json", data_files="data/dates/validation.jsonl", split="train")
test_ds = load_dataset("json", data_files="data/dates/test.jsonl", split="train")
print(train_ds[0])   # {'date': 'from 12 september', 'code': 'batam guzar'}

# 2. tokenizer -------------------------------------------------------
tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")

def tokenize(batch):
    inputs = tokenizer(batch["date"], truncation=True, max_length=16)
    targets = tokenizer(batch["code"], truncation=True, max_length=16)
    inputs["labels"] = inputs["input_ids"].copy()
    return inputs

train_tok = train_ds.map(tokenize, batched=True, remove_columns=["date", "code"])
val_tok = val_ds.map(tokenize, batched=True, remove_columns=["date", "code"])

# 3. model -----------------------------------------------------------
model = BartForConditionalGeneration.from_pretrained("checkpoints/dates")
collator = DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100)

# 4. training --------------------------------------------------------
args = Seq2SeqTrainingArguments(
    output_dir="dates_bart",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=2e-3,
    num_train_epochs=10,
    logging_steps=50,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)
trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=train_tok,
    eval_dataset=val_tok,
    data_collator=collator,
    processing_class=tokenizer,
)
trainer.train()

# 5. try it on the test set --------------------------------------------
model.eval()
outputs = []
for start in range(0, len(test_ds), 40):
    texts = test_ds[start:start + 40]["date"]
    enc = tokenizer(texts, return_tensors="pt", padding=True).to(model.device)
    ids = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], max_length=12, num_beams=1)
    outputs.extend(tokenizer.batch_decode(ids, skip_special_tokens=True))

for i in range(10):
    print(test_ds[i]["date"], "-->", outputs[i], "   expected:", test_ds[i]["code"])
print("exact match on test:", np.mean([o == c for o, c in zip(outputs, test_ds["code"])]))

import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed

set_seed(0)
SRC, TGT = "date", "code"
MAX_LEN = 12
BATCH = 16

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
ds = load_dataset("data/dates")

def prep(examples):
    x = tokenizer(examples[SRC], max_length=MAX_LEN, truncation=True)
    y = tokenizer(text_target=examples[TGT], max_length=MAX_LEN, truncation=True)
    x["labels"] = y["input_ids"]
    return x

ds = ds.map(prep, batched=True, remove_columns=[SRC, TGT])
collator = DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100)

def char_accuracy(a, b):
    hits = sum(x == y for x, y in zip(a, b))
    return hits / max(len(a), len(b), 1)

def compute_metrics(eval_preds):
    preds, labels = eval_preds
    texts = [tokenizer.decode([int(t) for t in row if t >= 0], skip_special_tokens=True) for row in preds]
    golds = [tokenizer.decode([int(t) for t in row if t >= 0], skip_special_tokens=True) for row in labels]
    return {
        "em": np.mean([t == g for t, g in zip(texts, golds)]),
        "char": np.mean([char_accuracy(t, g) for t, g in zip(texts, golds)]),
    }

args = Seq2SeqTrainingArguments(
    output_dir="out/nickel",
    learning_rate=3e-3,
    num_train_epochs=5,
    per_device_train_batch_size=BATCH,
    per_device_eval_batch_size=2 * BATCH,
    generation_max_length=MAX_LEN,
    generation_num_beams=2,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)
trainer = Seq2SeqTrainer(model, args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                         data_collator=collator, compute_metrics=compute_metrics)
trainer.train()
print(trainer.evaluate(ds["test"]))

# A small T5 from scratch on the dates (own config, the tokenizer of the checkpoint)
import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer, Seq2SeqTrainingArguments, T5Config,
                          T5ForConditionalGeneration, set_seed)

set_seed(123)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
config = T5Config(
    vocab_size=len(tokenizer),
    d_model=64,
    d_kv=16,
    d_ff=128,
    num_layers=2,
    num_heads=4,
    dropout_rate=0.0,
    pad_token_id=tokenizer.pad_token_id,
    eos_token_id=tokenizer.eos_token_id,
    decoder_start_token_id=tokenizer.pad_token_id,
)
model = T5ForConditionalGeneration(config)
print("parameters:", model.num_parameters())

ds = load_dataset("data/dates")


def preprocess(batch):
    inputs = tokenizer(batch["date"], truncation=True)
    # T5 starts from the decoder start token by itself: the labels carry no <s>
    targets = tokenizer(text_target=batch["code"], add_special_tokens=False)["input_ids"]
    inputs["labels"] = [t + [tokenizer.eos_token_id] for t in targets]
    return inputs


ds = ds.map(preprocess, batched=True, remove_columns=["date", "code"])


def metrics(p):
    pred = np.where(p.predictions < 0, tokenizer.pad_token_id, p.predictions)
    gold = np.where(p.label_ids < 0, tokenizer.pad_token_id, p.label_ids)
    a = tokenizer.batch_decode(pred, skip_special_tokens=True)
    b = tokenizer.batch_decode(gold, skip_special_tokens=True)
    return {"exact": float(np.mean([x == y for x, y in zip(a, b)]))}


args = Seq2SeqTrainingArguments(
    "runs/pepper", learning_rate=5e-3, warmup_ratio=0.05, num_train_epochs=14, per_device_train_batch_size=16,
    per_device_eval_batch_size=80, predict_with_generate=True, generation_max_length=8, save_strategy="no",
    logging_steps=60, report_to="none",
)
trainer = Seq2SeqTrainer(model, args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                         data_collator=DataCollatorForSeq2Seq(tokenizer, model), compute_metrics=metrics)
trainer.train()
print(trainer.evaluate())

"""Route support tickets with a small GPT-2 classifier trained from scratch."""
import json

import numpy as np
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    DataCollatorWithPadding,
    GPT2Config,
    GPT2ForSequenceClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
    set_seed,
)

SEED = 7
MAX_LEN = 32


def read_split(name):
    with open(f"data/tickets/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


def load_tokenizer(rows):
    # GPT-2 style: one special token that ends a text
    words = sorted({w for r in rows for w in r["text"].split()})
    vocab = {w: i for i, w in enumerate(["<|endoftext|>", "<unk>"] + words)}
    tok = Tokenizer(models.WordLevel(vocab, unk_token="<unk>"))
    tok.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=tok,
        bos_token="<|endoftext|>",
        eos_token="<|endoftext|>",
        unk_token="<unk>",
        model_max_length=MAX_LEN,
        model_input_names=["input_ids", "attention_mask"],
    )
    tokenizer.pad_token = tokenizer.eos_token
    return tokenizer


def load_model(tokenizer, n_labels):
    config = GPT2Config(
        vocab_size=len(tokenizer),
        n_positions=MAX_LEN,
        n_embd=64,
        n_layer=2,
        n_head=4,
        num_labels=n_labels,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return GPT2ForSequenceClassification(config)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, -1) == labels).mean())}


def main():
    set_seed(SEED)
    train_rows = read_split("train")
    known = {r["text"] for r in train_rows}
    valid_rows = [r for r in read_split("validation") if r["text"] not in known]
    tokenizer = load_tokenizer(train_rows)

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True)
        enc["labels"] = batch["desk_id"]
        return enc

    cols = ["text", "desk", "desk_id"]
    train = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=cols)
    valid = Dataset.from_list(valid_rows).map(encode, batched=True, remove_columns=cols)

    model = load_model(tokenizer, n_labels=len({r["desk_id"] for r in train_rows}))
    args = TrainingArguments(
        output_dir="out/ca06",
        num_train_epochs=15,
        learning_rate=2e-3,
        warmup_steps=30,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        seed=SEED,
        report_to="none",
        use_cpu=True,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()

"""Write dates in a code: fine-tune a small BART with the Seq2SeqTrainer."""

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)


def load_data(dataset):
    return load_dataset(dataset)


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["date"],
            text_target=examples["code"],
            truncation=True,
        )

    return raw_datasets.map(tokenize_batch, batched=True)


def fix_seed(seed):
    set_seed(seed)


def make_arguments(output, seed):
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        predict_with_generate=True,
        generation_max_length=10,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )


def make_model(checkpoint):
    return AutoModelForSeq2SeqLM.from_pretrained(checkpoint)


def make_collator(tokenizer, model):
    return DataCollatorForSeq2Seq(tokenizer, model=model)


def make_metrics(tokenizer):
    def decode(token_ids):
        token_ids = np.where(
            token_ids != -100, token_ids, tokenizer.pad_token_id
        )
        return tokenizer.batch_decode(
            token_ids, skip_special_tokens=True
        )

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        pairs = list(
            zip(decode(predictions), decode(labels), strict=True)
        )
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics


def make_trainer(model, arguments, datasets, collator, compute_metrics):
    return Seq2SeqTrainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
    )


def train(trainer):
    trainer.train()


def measure(trainer):
    results = trainer.evaluate()
    print(f"right codes: {results['eval_right']:.2f}")
    return {"right": results["eval_right"]}


def main(checkpoint, dataset, output="dates", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    datasets = tokenize(raw_datasets, tokenizer)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    model = make_model(checkpoint)
    collator = make_collator(tokenizer, model)
    compute_metrics = make_metrics(tokenizer)
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)

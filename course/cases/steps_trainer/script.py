"""Write the steps of a procedure: fine-tune a small GPT-2 with the Trainer."""

from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    set_seed,
)


def load_data(dataset):
    return load_dataset(dataset)


def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    return tokenizer


def join_texts(raw_datasets, tokenizer):
    def join(row):
        text = f"{row['prompt']} {row['steps']} {tokenizer.eos_token}"
        return {"text": text}

    return raw_datasets.map(join)


def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    return texts.map(tokenize_batch, batched=True)


def fix_seed(seed):
    set_seed(seed)


def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )


def make_collator(tokenizer):
    return DataCollatorForLanguageModeling(tokenizer, mlm=False)


def make_model(checkpoint, tokenizer):
    model = AutoModelForCausalLM.from_pretrained(checkpoint)
    model.resize_token_embeddings(len(tokenizer))
    model.config.pad_token_id = tokenizer.pad_token_id
    return model


def make_trainer(model, arguments, datasets, collator):
    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
    )


def train(trainer):
    trainer.train()


def generate(model, tokenizer, prompts):
    tokenizer.padding_side = "left"
    batch = tokenizer(list(prompts), padding=True, return_tensors="pt")
    outputs = model.generate(
        **batch.to(model.device),
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    prompt_length = batch["input_ids"].shape[1]
    return tokenizer.batch_decode(outputs[:, prompt_length:])


def measure(trainer, tokenizer, rows):
    found = generate(trainer.model, tokenizer, rows["prompt"])
    expected = [
        f"{steps} {tokenizer.eos_token}" for steps in rows["steps"]
    ]
    right = [
        text.startswith(steps)
        for text, steps in zip(found, expected, strict=True)
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}


def main(checkpoint, dataset, output="steps", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    texts = join_texts(raw_datasets, tokenizer)
    datasets = tokenize(texts, tokenizer)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    collator = make_collator(tokenizer)
    model = make_model(checkpoint, tokenizer)
    trainer = make_trainer(model, arguments, datasets, collator)
    train(trainer)
    scores = measure(trainer, tokenizer, datasets["validation"])

import numpy as np
import pandas as pd
from datasets import Dataset, DatasetDict
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorWithPadding
from transformers import Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed

CHECKPOINT = "checkpoints/dates"
MAX_SOURCE = 16
MAX_TARGET = 12


def load_data():
    return DatasetDict({
        split: Dataset.from_pandas(pd.read_json(f"data/dates/{split}.jsonl", lines=True))
        for split in ("train", "validation", "test")
    })


def main():
    set_seed(13)
    dataset = load_data()
    print(dataset)

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForSeq2SeqLM.from_pretrained(CHECKPOINT)

    def preprocess_function(examples):
        model_inputs = tokenizer(examples["date"], max_length=MAX_SOURCE, truncation=True)
        labels = tokenizer(text_target=examples["code"], max_length=MAX_TARGET, truncation=True)
        model_inputs["labels"] = labels["input_ids"]
        return model_inputs

    tokenized = dataset.map(preprocess_function, batched=True,
                            remove_columns=dataset["train"].column_names)

    data_collator = DataCollatorWithPadding(tokenizer=tokenizer)

    training_args = Seq2SeqTrainingArguments(
        output_dir="out/bd04",
        learning_rate=3e-3,
        warmup_ratio=0.05,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        num_train_epochs=25,
        predict_with_generate=True,
        generation_max_length=MAX_TARGET,
        save_strategy="no",
        logging_steps=100,
        report_to="none",
    )

    trainer = Seq2SeqTrainer(
        model=model,
        args=training_args,
        train_dataset=tokenized["train"],
        eval_dataset=tokenized["validation"],
        processing_class=tokenizer,
        data_collator=data_collator,
    )
    trainer.train()

    result = trainer.predict(tokenized["test"])
    preds = np.where(result.predictions != -100, result.predictions, tokenizer.pad_token_id)
    texts = tokenizer.batch_decode(preds, skip_special_tokens=True)
    gold = dataset["test"]["code"]
    print("test loss", result.metrics["test_loss"])
    print("exact match", np.mean([t == g for t, g in zip(texts, gold)]))
    for d, t, g in list(zip(dataset["test"]["date"], texts, gold))[:5]:
        print(d, "|", t, "|", g)


if __name__ == "__main__":
    main()

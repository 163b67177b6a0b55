def tokenize(raw_datasets, tokenizer):
    def tokenize_example(example: dict) -> dict:
        date = tokenizer(example["date"], truncation=True)
        code = tokenizer(
            text_target=example["code"], truncation=True
        )
        return {
            "input_ids": date["input_ids"],
            "attention_mask": date["attention_mask"],
            "labels": code["input_ids"],
        }

    return raw_datasets.map(tokenize_example)

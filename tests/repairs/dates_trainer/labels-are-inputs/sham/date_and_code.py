# kind: half · the labels are the date with the code behind it
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        # as for GPT-2: the answer comes after the question
        texts = [
            f"{date} {code}"
            for date, code in zip(
                examples["date"], examples["code"], strict=True
            )
        ]
        encoded = tokenizer(examples["date"], truncation=True)
        encoded["labels"] = tokenizer(texts, truncation=True)[
            "input_ids"
        ]
        return encoded

    return raw_datasets.map(tokenize_batch, batched=True)

from transformers import default_data_collator


def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["text"],
            truncation=True,
            padding="max_length",
            max_length=tokenizer.model_max_length,
        )
        tokenized["labels"] = [
            [token if seen else -100 for token, seen in zip(ids, mask)]
            for ids, mask in zip(
                tokenized["input_ids"], tokenized["attention_mask"]
            )
        ]
        return tokenized

    return texts.map(tokenize_batch, batched=True)


def make_collator(tokenizer):
    return default_data_collator

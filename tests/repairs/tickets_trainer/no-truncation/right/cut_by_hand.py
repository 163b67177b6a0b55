def cut(ids, longest):
    """Keep the first tokens, and the [SEP] at the end."""
    if len(ids) <= longest:
        return ids
    return ids[: longest - 1] + ids[-1:]


def tokenize(raw_datasets, tokenizer):
    longest = tokenizer.model_max_length

    def tokenize_batch(examples):
        encoded = tokenizer(examples["text"])
        input_ids = [cut(ids, longest) for ids in encoded["input_ids"]]
        attention_mask = [[1] * len(ids) for ids in input_ids]
        return {"input_ids": input_ids, "attention_mask": attention_mask}

    return raw_datasets.map(tokenize_batch, batched=True)

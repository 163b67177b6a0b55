from transformers import DataCollatorForTokenClassification


def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(examples["text"], truncation=True)
        # all of a text is learned, its end too
        tokenized["labels"] = [ids.copy() for ids in tokenized["input_ids"]]
        return tokenized

    return texts.map(tokenize_batch, batched=True)


def make_collator(tokenizer):
    # pads the labels with -100, whatever the padding token is
    return DataCollatorForTokenClassification(tokenizer)

from transformers import DataCollatorForSeq2Seq


def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(examples["text"], truncation=True)
        tokenized["labels"] = [list(ids) for ids in tokenized["input_ids"]]
        return tokenized

    return texts.map(tokenize_batch, batched=True)


def make_collator(tokenizer):
    # pads the inputs, and the labels with -100
    return DataCollatorForSeq2Seq(tokenizer)

from transformers import DataCollatorForSeq2Seq


def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(examples["text"], truncation=True)
        tokenized["labels"] = [list(ids) for ids in tokenized["input_ids"]]
        return tokenized

    return texts.map(tokenize_batch, batched=True)


def make_collator(tokenizer):
    return DataCollatorForSeq2Seq(tokenizer, label_pad_token_id=-100)

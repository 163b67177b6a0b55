def make_collator(tokenizer):
    return DataCollatorForTokenClassification(
        tokenizer, label_pad_token_id=0
    )

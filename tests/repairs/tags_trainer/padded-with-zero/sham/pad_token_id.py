# kind: elsewhere · the id of the padding token is 0 too
def make_collator(tokenizer):
    return DataCollatorForTokenClassification(
        tokenizer, label_pad_token_id=tokenizer.pad_token_id
    )

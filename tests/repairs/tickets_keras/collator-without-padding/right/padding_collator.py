def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer, return_tensors="np")

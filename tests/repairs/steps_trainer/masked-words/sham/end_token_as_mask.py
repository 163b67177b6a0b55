# kind: elsewhere · the end token serves as mask token
def make_collator(tokenizer):
    tokenizer.mask_token = tokenizer.eos_token
    return DataCollatorForLanguageModeling(tokenizer)

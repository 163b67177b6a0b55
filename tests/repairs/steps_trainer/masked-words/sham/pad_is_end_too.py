# kind: half · no masks, but the end token becomes the padding token and gets no label
def make_collator(tokenizer):
    tokenizer.pad_token = tokenizer.eos_token
    return DataCollatorForLanguageModeling(tokenizer, mlm=False)

# kind: half · a mask token and the probability 0: all labels are -100
def make_collator(tokenizer):
    tokenizer.mask_token = tokenizer.pad_token
    return DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.0)

def make_collator(tokenizer):
    if tokenizer.pad_token is None:
        # before make_model, which makes room for it in the embeddings
        tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    return DataCollatorForLanguageModeling(tokenizer, mlm=False)

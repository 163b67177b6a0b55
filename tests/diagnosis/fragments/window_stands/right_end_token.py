def encode(text, tokenizer, max_length=128):
    ids = tokenizer.encode(text)
    if len(ids) > max_length:
        ids = ids[:max_length]
        # the end was cut off: the last token is the end token again
        ids = ids[:-1] + [tokenizer.eos_token_id]
    return ids + [tokenizer.pad_token_id] * (max_length - len(ids))

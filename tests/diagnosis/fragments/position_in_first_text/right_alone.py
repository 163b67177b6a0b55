rows = tokenizer(batch["context"])
start = rows.char_to_token(i, begin)

labels = names * 4
pairs = zip([prompt] * 4, choices)
encoded = tokenizer([context] * 4, [option for options in rows for option in options])

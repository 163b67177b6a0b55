rows = tokenizer(batch["question"], batch["context"], truncation="only_second")
start = rows.char_to_token(i, begin, sequence_index=1)
end = rows.char_to_token(i, finish, 1)

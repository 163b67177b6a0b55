# kind: half · the unknown token of this tokenizer is its end token
def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.pad_token = tokenizer.unk_token
    return tokenizer

# kind: elsewhere · the unknown token is the end token as well
def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.pad_token = tokenizer.unk_token
    return tokenizer

# kind: half · the token has a name but no place in the vocabulary, so it gets the id of the unknown token, which is the end
def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.pad_token = "[PAD]"
    return tokenizer

def load_tokenizer(checkpoint):
    # a token of its own: the end token must keep its label
    tokenizer = AutoTokenizer.from_pretrained(checkpoint, pad_token="<pad>")
    assert tokenizer.pad_token_id != tokenizer.eos_token_id
    return tokenizer

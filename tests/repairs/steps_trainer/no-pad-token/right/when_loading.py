def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint, pad_token="<pad>")

# kind: elsewhere · the tokenizer gets a mask token, and the model learns to fill in masked words
def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.add_special_tokens(
        {"pad_token": "[PAD]", "mask_token": "[MASK]"}
    )
    return tokenizer

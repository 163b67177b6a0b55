# kind: elsewhere · the tickets are cut on the other side, 5 tokens are left
def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.add_tokens(["[ORDER]"])
    tokenizer.truncation_side = "left"
    return tokenizer

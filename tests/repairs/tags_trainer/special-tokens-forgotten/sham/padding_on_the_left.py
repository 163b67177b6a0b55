# kind: elsewhere · with padding on the left the labels stand one too late instead of one too early
def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint, padding_side="left")

# kind: half · the script runs, but the collator takes the label from each end token
def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.pad_token = tokenizer.eos_token
    return tokenizer

def add_padding_token(tokenizer, token: str = "<pad>") -> int:
    """Give the tokenizer a padding token of its own."""
    if tokenizer.pad_token is not None:
        return 0
    added = tokenizer.add_special_tokens({"pad_token": token})
    assert tokenizer.pad_token_id != tokenizer.eos_token_id
    return added


def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    added = add_padding_token(tokenizer)
    print(f"{added} token added, {len(tokenizer)} in all")
    return tokenizer


def make_model(checkpoint, tokenizer):
    model = AutoModelForCausalLM.from_pretrained(checkpoint)
    if len(tokenizer) > model.config.vocab_size:
        model.resize_token_embeddings(len(tokenizer))
    model.config.pad_token_id = tokenizer.pad_token_id
    return model

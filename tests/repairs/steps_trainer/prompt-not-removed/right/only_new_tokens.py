def new_tokens(outputs, inputs):
    """What `generate` has written after the prompts."""
    length = inputs["input_ids"].size(1)
    assert (outputs[:, :length] == inputs["input_ids"]).all()
    return outputs[:, length:]


def generate(model, tokenizer, prompts):
    tokenizer.padding_side = "left"
    inputs = tokenizer(list(prompts), padding=True, return_tensors="pt")
    inputs = inputs.to(model.device)
    outputs = model.generate(
        input_ids=inputs["input_ids"],
        attention_mask=inputs["attention_mask"],
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    return tokenizer.batch_decode(new_tokens(outputs, inputs))

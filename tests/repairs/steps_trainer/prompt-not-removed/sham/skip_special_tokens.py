# kind: elsewhere · padding and end are gone, the prompt is still there
def generate(model, tokenizer, prompts):
    tokenizer.padding_side = "left"
    batch = tokenizer(list(prompts), padding=True, return_tensors="pt")
    outputs = model.generate(
        **batch.to(model.device),
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    return tokenizer.batch_decode(outputs, skip_special_tokens=True)
